import { useLocation, useNavigate } from "@remix-run/react";
import { useEffect } from "react";
import { texts } from "../../texts/index.ts";
import { showToast } from "../../ui/feedback/toast.tsx";
import styles from "./login-news.module.css";

/** In the address that a login leads to. */
const LOGGED_IN = "logged-in";

/**
 * Says that a login went well. It leads to the home page, which is made once for everybody: a hash, unlike what the
 * session holds for other forms, leaves it the same; without scripts it picks the words by `:target`.
 */
export function LoginNews() {
  const { pathname, search, hash } = useLocation();
  const navigate = useNavigate();
  useEffect(() => {
    if (hash !== `#${LOGGED_IN}`) return;
    showToast(texts.news.loggedIn, { kind: "done" });
    navigate(pathname + search, { replace: true, preventScrollReset: true });
  }, [hash, pathname, search, navigate]);
  return (
    <noscript>
      <p id={LOGGED_IN} role="status" className={styles.news}>
        {texts.news.loggedIn}
      </p>
    </noscript>
  );
}

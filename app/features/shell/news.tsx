import { useLocation, useNavigate } from "@remix-run/react";
import { useEffect } from "react";
import { texts } from "../../texts.ts";
import { showToast } from "../../ui/toast.tsx";
import styles from "./news.module.css";

/** What a redirect may say about what was done, by the hash of the address that it leads to. */
const news: Record<string, string> = {
  "logged-in": texts.news.loggedIn,
  "password-changed": texts.news.passwordChanged,
};

/**
 * A toast about what the last page's form has done. The hash, unlike a cookie or a parameter, leaves the page the same
 * for everybody; without scripts it picks the words by `:target`.
 */
export function News() {
  const { pathname, search, hash } = useLocation();
  const navigate = useNavigate();
  useEffect(() => {
    const told = news[hash.slice(1)];
    if (!told) return;
    showToast(told, { kind: "done" });
    navigate(pathname + search, { replace: true, preventScrollReset: true });
  }, [hash, pathname, search, navigate]);
  return (
    <noscript>
      {Object.entries(news).map(([name, text]) => (
        <p key={name} id={name} role="status" className={styles.news}>
          {text}
        </p>
      ))}
    </noscript>
  );
}

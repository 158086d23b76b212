import { Outlet } from "@remix-run/react";
import { TabBar } from "../../ui/layout/tab-bar.tsx";
import styles from "./tabs.module.css";

export default function Tabs() {
  return (
    <>
      <div className={`page wide ${styles.above}`}>
        <Outlet />
      </div>
      <TabBar />
    </>
  );
}

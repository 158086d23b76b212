import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";

/**
 * What browser tests need of Debian: the program, and the package that brings it. They run in the browser without a
 * window; `node tests/setup/browser.js chromium` installs the whole browser for the other programs.
 */
const browser = process.argv[2] ?? "chromium-headless-shell";
const needed = [
  { file: `/usr/bin/${browser}`, package: browser },
  { file: "/usr/share/fonts/opentype/noto/NotoSansCJK-Regular.ttc", package: "fonts-noto-cjk" },
];

const missing = needed.filter(({ file }) => !existsSync(file)).map((one) => one.package);
if (missing.length > 0) install(missing);

/** @param {string[]} packages */
function install(packages) {
  console.log(`正在安装浏览器测试所需的软件包：${packages.join(" ")}`);
  try {
    const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
    const options = ["-y", "-qq", "--no-install-recommends"];
    execFileSync("apt-get", ["update", "-qq"], { stdio: "inherit", env });
    execFileSync("apt-get", ["install", ...options, ...packages], { stdio: "inherit", env });
  } catch {
    console.error(
      `无法自动安装 ${packages.join(" ")}（需要 Debian 的 apt-get 和 root 权限），请手动安装后重试`,
    );
    process.exit(1);
  }
}

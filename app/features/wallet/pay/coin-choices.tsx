import type { ReactNode } from "react";
import { texts } from "../../../texts/index.ts";

interface CoinChoicesProps {
  amounts: ReactNode;
  channels: ReactNode;
}

/** What is bought, and how it is paid: they come together or not at all. */
export const CoinChoices = ({ amounts, channels }: CoinChoicesProps) => (
  <>
    <h2 className="section-title">{texts.pay.options}</h2>
    {amounts}
    <h2 className="section-title">{texts.payment.channels}</h2>
    {channels}
  </>
);

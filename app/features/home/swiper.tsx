import type { AdCard as Ad } from "../../../server/context/cards.ts";
import { texts } from "../../texts.ts";
import { AdLink } from "../../ui/ad-link.tsx";
import { Carousel } from "../../ui/carousel.tsx";
import { Picture } from "../../ui/picture.tsx";
import styles from "./swiper.module.css";

export function Swiper({ ads }: { ads: Ad[] }) {
  if (ads.length === 0) return null;
  const slides = ads.map((ad, index) => ({
    id: ad.id,
    content: (
      <AdLink ad={ad} className={styles.slide}>
        <Picture src={ad.image} size="wide" alt={ad.title || texts.ad} eager={index === 0} />
      </AdLink>
    ),
  }));
  return (
    <div className={styles.swiper}>
      <Carousel label={texts.home.swiper} slides={slides} />
    </div>
  );
}

export const SwiperSkeleton = () => <div className={styles.skeleton} aria-hidden="true" />;

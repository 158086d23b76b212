import type { AdCardData as Ad } from "../../../server/domain/cards.ts";
import { texts } from "../../texts/index.ts";
import { Carousel } from "../media/carousel.tsx";
import { Picture } from "../media/picture.tsx";
import { AdBadge } from "../video/badge.tsx";
import styles from "./ad-swiper.module.css";
import { AdLink } from "./ads.tsx";

interface AdSwiperProps {
  ads: Ad[];
  label: string;
  low?: boolean;
}

export function AdSwiper({ ads, label, low = false }: AdSwiperProps) {
  if (ads.length === 0) return null;
  const slides = ads.map((ad, index) => ({
    id: ad.id,
    content: (
      <AdLink ad={ad} className={styles.slide}>
        <Picture
          src={ad.image}
          size="wide"
          alt={ad.title || texts.ad}
          eager={index === 0 && !low}
          unseen={index > 0 && "phone"}
        />
        {low && <AdBadge low />}
      </AdLink>
    ),
  }));
  return (
    <div className={low ? styles.low : styles.swiper}>
      <Carousel label={label} slides={slides} low={low} />
    </div>
  );
}

export const AdSwiperSkeleton = ({ low = false }: { low?: boolean }) => (
  <div className={`${styles.skeleton} ${low ? styles.lowSkeleton : ""}`} aria-hidden="true" />
);

// Draws its content once it is scrolled near.
import { type ReactNode, useEffect, useRef, useState } from 'react';

/** How far below the screen counts as near: what is loaded then is there before it is seen. */
const ahead = '600px 0px';

/** Draws `placeholder` until the place is nearly in sight, and from then on `children`. */
export const WhenNear = ({ placeholder, children }: { placeholder: ReactNode; children: ReactNode }) => {
  const place = useRef<HTMLDivElement>(null);
  const [isNear, setNear] = useState(false);
  // Where the screen has been scrolled to is known to the browser alone.
  useEffect(() => {
    const element = place.current;
    if (isNear || element === null) return;
    const watch = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) setNear(true);
      },
      { rootMargin: ahead },
    );
    watch.observe(element);
    return () => watch.disconnect();
  }, [isNear]);
  return <div ref={place}>{isNear ? children : placeholder}</div>;
};

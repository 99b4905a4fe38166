// Draws its content when it is scrolled near the screen.
import { type ReactNode, useEffect, useRef, useState } from 'react';

/** How far below the screen counts as near. Enough to load the content before it is seen. */
const ahead = '600px 0px';

/** Draws `placeholder` until it is near the screen, and `children` from then on. */
export const WhenNear = ({ placeholder, children }: { placeholder: ReactNode; children: ReactNode }) => {
  const place = useRef<HTMLDivElement>(null);
  const [isNear, setNear] = useState(false);
  // Only the browser knows the scroll position.
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

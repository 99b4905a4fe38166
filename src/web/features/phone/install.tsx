// How to put Hangtag on a phone's home screen, and what it can do from there.
import { useState } from 'react';
import { Tabs } from '#web/ui/tabs.tsx';
import './phone-ways.css';

const steps = {
  iphone: [
    'Open Hangtag in Safari.',
    'Tap Share, then Add to Home Screen.',
    'Open it from the home screen. An iPhone keeps it apart from Safari, so you may have to sign in once more, with your password.',
  ],
  android: [
    'Open Hangtag in Chrome.',
    'Tap the three dots, then Add to Home screen, then Install.',
    'Hold its icon for Photo, Start, and Stop. To price an item, share its photo from your gallery to Hangtag.',
  ],
};

type Kind = keyof typeof steps;

export const Install = () => {
  const [kind, choose] = useState<Kind>(/Android/.test(navigator.userAgent) ? 'android' : 'iphone');
  return (
    <>
      <p className="small mute">
        As an app, Hangtag opens without the browser’s bars, and can send you notifications where the phone allows it.
      </p>
      <Tabs
        label="Your phone"
        className="tabs phone-kinds"
        tabs={[
          { name: 'iphone', label: 'iPhone' },
          { name: 'android', label: 'Android' },
        ]}
        chosen={kind}
        onChoose={choose}
      >
        <ol className="phone-steps">
          {steps[kind].map((text) => (
            <li key={text}>{text}</li>
          ))}
        </ol>
      </Tabs>
    </>
  );
};

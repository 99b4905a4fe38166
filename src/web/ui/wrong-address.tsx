// Stands in for a sign-in form where the browser can't keep the session.
import { uiMessages } from '#web/messages/ui.ts';

const messages = uiMessages.wrongAddress;

/** `path`: the same screen at the right address. */
export const WrongAddress = ({ address, path }: { address: string; path: string }) => (
  <div className="warn plain">
    <p>{messages.text(new URL(address).host)}</p>
    <p>
      <a className="btn pri" href={`${address}${path}`}>
        {messages.go}
      </a>
    </p>
  </div>
);

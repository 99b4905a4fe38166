// The screen that a phone opens with a QR code.
import { Link, useLocation } from 'wouter';
import { PhoneSignIn } from '#web/features/account/phone-link/phone-sign-in.tsx';
import { paths } from '#web/lib/paths.ts';
import { BrandMark } from '#web/ui/brand-mark.tsx';
import './phone-sign-in.css';

const PhoneSignInPage = () => {
  const [, navigate] = useLocation();
  return (
    <div className="phone-sign-in">
      <title>Sign in on this phone · Hangtag</title>
      <header>
        <Link className="brand" href={paths.home}>
          <BrandMark />
        </Link>
      </header>
      <main id="main" className="lines">
        <h1 className="disp">Sign in on this phone</h1>
        <PhoneSignIn
          onSignedIn={() => navigate(paths.phone, { replace: true })}
          onLeave={() => navigate(paths.auth, { replace: true })}
        />
      </main>
    </div>
  );
};

export default PhoneSignInPage;

// Parts of several forms of the account: how strong a new password is, and the choice of a time zone.
import { leastPasswordLength } from '#domain/account.ts';
import { zonePlace, zoneTitle } from '#web/format/format.ts';
import { zoneGroups } from '#web/lib/browser/device-zone.ts';
import { Options } from '#web/ui/field.tsx';
import './forms.css';

export const PasswordMeter = ({ password }: { password: string }) => {
  const { step, label } = passwordStrength(password);
  return (
    <div className="meter" data-step={step}>
      <span className="meter-tape" aria-hidden="true">
        <i />
        <i />
        <i />
        <i />
      </span>
      <span className="hint" role="status">
        {label === '' ? '' : `Password: ${label}`}
      </span>
    </div>
  );
};

const common = /^(password|passwort|qwerty|letmein|welcome|admin|iloveyou|abc123|123456|111111)/i;

/** A rough guess, mainly from the length. It is only advice: the one enforced rule is the minimum length. */
export const passwordStrength = (password: string): { step: 0 | 1 | 2 | 3 | 4; label: string } => {
  if (password === '') return { step: 0, label: '' };
  if (password.length < leastPasswordLength) return { step: 1, label: 'Too short' };
  const kinds = [/[a-z]/, /[A-Z]/, /\d/, /[^a-zA-Z\d]/].filter((kind) => kind.test(password)).length;
  const distinct = new Set(password.toLowerCase()).size;
  if (common.test(password) || distinct <= 4) return { step: 1, label: 'Easy to guess' };
  const points = password.length + kinds * 2;
  if (points >= 20) return { step: 4, label: 'Strong' };
  if (points >= 16) return { step: 3, label: 'Good' };
  return { step: 2, label: 'Fair. Longer is better: four plain words beat one odd one' };
};

export const ZoneOptions = ({ own }: { own: string }) =>
  zoneGroups(own).map(({ region, zones }) =>
    region === null ? (
      <Options key={zones[0]} of={zones.map((zone) => [zone, zoneTitle(zone)])} />
    ) : (
      <optgroup key={region} label={region}>
        <Options of={zones.map((zone) => [zone, zonePlace(zone)])} />
      </optgroup>
    ),
  );

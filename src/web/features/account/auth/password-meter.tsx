// Shows how strong a new password is.
import { passwordStrength } from './password-strength.ts';

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

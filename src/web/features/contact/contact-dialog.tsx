// The dialog for a message to the operator.
import { zodResolver } from '@hookform/resolvers/zod';
import { useMutation } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { ContactMessage } from '#contract/contact/contact.ts';
import { fieldOf, showFieldFailures } from '#web/lib/form-field.ts';
import { bare, failureMessage, whenDone } from '#web/lib/server/api.ts';
import { laterApi } from '#web/lib/server/later-api.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Field, TextField } from '#web/ui/field.tsx';
import { toastDone, toastFailed } from '#web/ui/toast-store.ts';
import './contact-dialog.css';

const failed = 'Failed to send message. Please try again.';

type Props = { isOpen: boolean; onClose: () => void; sender: { name: string; email: string } };

/** Typed text is kept when the dialog closes or sending fails. */
const ContactDialog = ({ isOpen, onClose, sender }: Props) => {
  const send = useSendMessage();
  const form = useForm({
    resolver: zodResolver(ContactMessage),
    defaultValues: { ...sender, subject: '', message: '' },
  });
  const submit = form.handleSubmit((body) =>
    whenDone(send.mutateAsync({ body }), {
      onSuccess: () => {
        form.reset({ ...sender, subject: '', message: '' });
        onClose();
        toastDone('Message Sent', "Thank you for contacting us! We'll get back to you soon.");
      },
      onError: (error) => {
        showFieldFailures(form, error, ['name', 'email', 'subject', 'message']);
        toastFailed('Error', failed, { error, detail: failureMessage(error, failed) });
      },
    }),
  );
  return (
    <Dialog title="Contact Us" isOpen={isOpen} onClose={onClose}>
      <p>Your message goes to this site’s administrator.</p>
      <form className="contact-form lines" onSubmit={submit} noValidate aria-label="Write to us">
        <div className="field-pair">
          <Field label="Name" autoComplete="name" {...fieldOf(form, 'name')} />
          <Field
            label="Email"
            type="email"
            autoComplete="email"
            inputMode="email"
            hint="We’ll reply here."
            {...fieldOf(form, 'email')}
          />
        </div>
        <Field label="Subject" autoComplete="off" {...fieldOf(form, 'subject')} />
        <TextField label="Message" rows={6} {...fieldOf(form, 'message')} />
        <div className="dialog-actions">
          <Button type="submit" look="primary" isPending={send.isPending} pendingText="Sending…">
            Send Message
          </Button>
          <Button onClick={onClose}>Cancel</Button>
        </div>
      </form>
    </Dialog>
  );
};

export default ContactDialog;

const useSendMessage = () => useMutation({ mutationFn: bare(laterApi.contact.send) });

// The script of the HTML pages, as text.

/**
 * The page script, as text. It opens the share sheet, sends the share from the page, and loads more tiles on
 * scrolling. It is simple enough for any browser that a third-party client automates. `share` is how a share is sent.
 */
export const scriptOf = (share: { sharePath: string; shareMethod: string; tokenHeader: string }): string =>
  `'use strict';
(() => {
  const { sharePath, shareMethod, tokenHeader } = ${JSON.stringify(share)};
  const closet = document.querySelector('.closet');
  if (!closet) return;
  const sheet = document.querySelector('.sheet');
  const toast = document.querySelector('.toast');
  const token = () => document.querySelector('meta[name="csrftoken"]').content;
  let opener = null;
  let loading = false;

  const say = (words) => {
    toast.textContent = words;
    setTimeout(() => { if (toast.textContent === words) toast.textContent = ''; }, 4000);
  };

  const close = () => {
    sheet.hidden = true;
    sheet.textContent = '';
    if (opener) opener.focus();
    opener = null;
  };

  const open = (button) => {
    opener = button;
    const id = button.getAttribute('data-et-prop-listing_id');
    sheet.innerHTML =
      '<div class="share-modal modal" data-test="listing-share-modal" role="dialog" aria-modal="true" aria-labelledby="share-title">' +
      '<div data-test="modal-container"><h5 class="modal__title" id="share-title">Share this listing</h5></div>' +
      '<a class="internal-share__link btn btn--primary" role="button" href="#share" data-et-name="share_poshmark">To my followers</a>' +
      '<button type="button" class="btn modal__close-btn">Close</button></div>';
    sheet.querySelector('.internal-share__link').setAttribute('data-et-prop-listing_id', id);
    sheet.hidden = false;
    sheet.querySelector('.internal-share__link').focus();
  };

  const share = async (id) => {
    let words = 'That did not work. Try again.';
    try {
      const reply = await fetch(sharePath.replace('{id}', encodeURIComponent(id)) + '?pm_version=2026.33.00', {
        method: shareMethod,
        headers: { accept: 'application/json', 'content-type': 'application/json', [tokenHeader]: token() },
        body: '{}',
        redirect: 'manual',
      });
      const body = await reply.json();
      if (body && body.restricted_action) {
        location.href = '/human-check';
        return;
      }
      if (reply.ok && body && !body.error) words = 'Shared';
      else if (body && body.error && typeof body.error.userMessage === 'string') words = body.error.userMessage;
    } catch {
      words = 'The marketplace could not be reached.';
    }
    close();
    say(words);
  };

  const more = async () => {
    const mark = document.querySelector('.more[data-next]');
    if (!mark || loading) return;
    loading = true;
    try {
      const at = new URL(location.href);
      at.searchParams.set('max_id', mark.dataset.next);
      const reply = await fetch(at, { headers: { accept: 'text/html' } });
      if (reply.ok) {
        mark.insertAdjacentHTML('afterend', await reply.text());
        mark.remove();
      }
    } finally {
      loading = false;
      near();
    }
  };

  const near = () => {
    const mark = document.querySelector('.more[data-next]');
    if (mark && mark.getBoundingClientRect().top < innerHeight + 600) more();
  };

  document.addEventListener('click', (event) => {
    const button = event.target.closest('[data-et-name="share"][data-et-prop-location="listing_tile"]');
    const send = event.target.closest('a.internal-share__link');
    if (button) {
      event.preventDefault();
      open(button);
    } else if (send) {
      event.preventDefault();
      share(send.getAttribute('data-et-prop-listing_id'));
    } else if (event.target === sheet || event.target.closest('.modal__close-btn')) close();
  });
  document.addEventListener('keydown', (event) => {
    if (event.key === 'Escape' && !sheet.hidden) close();
    if (event.key === ' ' && event.target.matches && event.target.matches('a[role="button"]')) {
      event.preventDefault();
      event.target.click();
    }
  });
  addEventListener('scroll', near, { passive: true });
  near();
})();
`.trim();

// The script of the practice marketplace's pages: the share sheet, the share from the page, and more tiles on scrolling. It is simple
// enough for any browser that a third-party client automates. The server puts `howToShare` before it.

(() => {
  const closet = document.querySelector('.closet');
  if (!closet) return;
  const sheet = document.querySelector('.sheet');
  const toast = document.querySelector('.toast');
  let loading = false;

  const say = (words) => {
    toast.textContent = words;
    setTimeout(() => {
      if (toast.textContent === words) toast.textContent = '';
    }, 4000);
  };

  const open = (id) => {
    sheet.innerHTML = `<div class="share-modal modal" data-test="listing-share-modal">
<div data-test="modal-container"><h5 class="modal__title" id="share-title">Share this listing</h5></div>
<a class="internal-share__link btn btn--primary" role="button" href="#share" data-et-name="share_poshmark" data-et-prop-listing_id="${id}">To my followers</a>
<button type="button" class="btn modal__close-btn">Close</button></div>`;
    sheet.showModal();
  };

  const share = async (id) => {
    const { sharePath, shareMethod, tokenHeader } = globalThis.howToShare;
    const token = document.querySelector('meta[name="csrftoken"]').content;
    let words = 'That did not work. Try again.';
    try {
      const reply = await fetch(`${sharePath.replace('{id}', encodeURIComponent(id))}?pm_version=2026.33.00`, {
        method: shareMethod,
        headers: { accept: 'application/json', 'content-type': 'application/json', [tokenHeader]: token },
        body: '{}',
        redirect: 'manual',
      });
      const body = await reply.json();
      if (body?.restricted_action) {
        location.href = '/human-check';
        return;
      }
      if (reply.ok && body && !body.error) words = 'Shared';
      else if (typeof body?.error?.userMessage === 'string') words = body.error.userMessage;
    } catch {
      words = 'The marketplace could not be reached.';
    }
    sheet.close();
    say(words);
  };

  const more = async () => {
    const mark = document.querySelector('.more[data-next]');
    if (!mark || loading || mark.getBoundingClientRect().top >= innerHeight + 600) return;
    loading = true;
    try {
      const at = new URL(location.href);
      at.searchParams.set('max_id', mark.dataset.next);
      const reply = await fetch(at, { headers: { accept: 'text/html' } });
      if (!reply.ok) return;
      mark.insertAdjacentHTML('afterend', await reply.text());
      mark.remove();
    } finally {
      loading = false;
    }
    more();
  };

  document.addEventListener('click', (event) => {
    const button = event.target.closest('[data-et-name="share"][data-et-prop-location="listing_tile"]');
    const send = event.target.closest('a.internal-share__link');
    if (button || send) event.preventDefault();
    if (button) open(button.getAttribute('data-et-prop-listing_id'));
    else if (send) share(send.getAttribute('data-et-prop-listing_id'));
    else if (event.target === sheet || event.target.closest('.modal__close-btn')) sheet.close();
  });
  // A closed sheet leaves nothing that a client could take for an open one.
  sheet.addEventListener('close', () => sheet.replaceChildren());
  document.addEventListener('keydown', (event) => {
    if (event.key !== ' ' || !event.target.matches?.('a[role="button"]')) return;
    event.preventDefault();
    event.target.click();
  });
  addEventListener('scroll', more, { passive: true });
  more();
})();

// A photo that was shared to the installed app. The service worker holds it in memory until it is fetched here.

/** How long the service worker may take. Without one, nothing answers. */
const waitsMs = 3_000;

/** Whether the address says that a photo was shared. It is taken out of the address, so that a reload doesn't ask again. */
export const wasPhotoShared = (): boolean => {
  const query = new URLSearchParams(location.search);
  if (query.get('shared') !== 'photo') return false;
  history.replaceState(history.state, '', location.pathname + location.hash);
  return true;
};

/** Resolves to null if it is gone: phones end service workers when they need the memory. */
export const fetchSharedPhoto = async (): Promise<File | null> => {
  const worker = (await navigator.serviceWorker?.getRegistration())?.active;
  if (!worker) return null;
  const { port1, port2 } = new MessageChannel();
  return new Promise((resolve) => {
    const giveUp = setTimeout(() => resolve(null), waitsMs);
    port1.onmessage = ({ data }) => {
      clearTimeout(giveUp);
      resolve(data instanceof File ? data : null);
    };
    worker.postMessage({ wantsPhoto: true }, [port2]);
  });
};

import { referrerKind } from '../../domain/operations/visits.ts'

/** Tells the site that this page was opened: its path and where from, as a kind. Whoever asks not to be followed is not. */
const refuses = navigator.doNotTrack === '1' || Reflect.get(navigator, 'globalPrivacyControl') === true
if (!refuses) {
  const view = { path: location.pathname, referrer: referrerKind(document.referrer, location.host) }
  // After what the visitor waits for.
  addEventListener('load', () => setTimeout(() => navigator.sendBeacon('/visits', JSON.stringify(view))), {
    once: true,
  })
}

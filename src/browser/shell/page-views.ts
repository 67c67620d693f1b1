import { getReferrerKind } from '../../domain/operations/page-views.ts'
import { renderedUrl } from '../../stores/rendered-url.ts'

/** Sends a page view: the path and the kind of referrer. Not if the browser asks not to be tracked. */
const isTrackingRefused = navigator.doNotTrack === '1' || Reflect.get(navigator, 'globalPrivacyControl') === true
if (!isTrackingRefused) {
  const tell = (referrer: string) => {
    const view = { path: location.pathname, referrer: getReferrerKind(referrer, location.host) }
    navigator.sendBeacon('/visits', JSON.stringify(view))
  }
  // Deferred until the page is loaded.
  addEventListener('load', () => setTimeout(() => tell(document.referrer)), { once: true })
  renderedUrl.listen(() => tell(location.href))
}

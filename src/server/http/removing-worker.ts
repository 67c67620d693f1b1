import type { ServerResponse } from 'node:http'
import { cacheControl } from '../../domain/shell/cache-control.ts'

/** A service worker that deletes everything stored and itself; browsers fetch it with their next page, at the latest. */
const script = `addEventListener('install', () => skipWaiting())
addEventListener('activate', (event) => event.waitUntil(
  caches.keys()
    .then((names) => Promise.all(names.map((name) => caches.delete(name))))
    .then(() => registration.unregister())
))
`

/** Answers the address of the service worker where it is switched off (`SERVICE_WORKER=0`). */
export function removingWorker(response: ServerResponse): void {
  response.writeHead(200, {
    'content-type': 'text/javascript; charset=utf-8',
    'cache-control': cacheControl.revalidated,
  })
  response.end(script)
}

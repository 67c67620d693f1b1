import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Runtime } from '../runtime.ts'

type Judged = Pick<Runtime, 'database' | 'jobs' | 'push' | 'redisAnswers'>

/** Parts of the process, and whether each does its work. Judged within two seconds, whatever hangs. */
export async function readiness({ database, jobs, push, redisAnswers }: Judged): Promise<{
  readonly status: 200 | 503
  readonly parts: Readonly<Record<string, boolean>>
}> {
  const [answers, redis] = await Promise.all([database.answers(), redisAnswers?.()])
  const own = { database: answers, migrations: answers, jobs: jobs.ready(), broker: push.ready() }
  const parts = redis === undefined ? own : { ...own, redis }
  return { status: Object.values(parts).every(Boolean) ? 200 : 503, parts }
}

/**
 * Answers /healthz and /readyz before anything else is looked at, so that they say how the process is and not how many
 * wait. Says whether a request asked for one.
 */
export function answerHealth(runtime: Judged, request: IncomingMessage, response: ServerResponse): boolean {
  const { url, method } = request
  if ((method !== 'GET' && method !== 'HEAD') || (url !== '/healthz' && url !== '/readyz')) return false
  const send = (status: number, type: string, text: string) => {
    response.writeHead(status, {
      'content-type': type,
      'cache-control': 'no-store',
      'content-length': Buffer.byteLength(text),
    })
    response.end(method === 'HEAD' ? undefined : text)
  }
  if (url === '/healthz') send(200, 'text/plain; charset=utf-8', 'ok')
  else void readiness(runtime).then(({ status, parts }) => send(status, 'application/json', JSON.stringify(parts)))
  return true
}

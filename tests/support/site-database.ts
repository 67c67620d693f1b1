import { randomUUID } from 'node:crypto'
import { request } from 'node:http'
import { text } from 'node:stream/consumers'
import { captchaHash } from '../../src/server/session/captchas.ts'

/** Runs a statement in the database of a running site started with a database socket. Returns its rows. */
export function querySite(socket: string, statement: string, ...values: unknown[]): Promise<Record<string, unknown>[]> {
  return new Promise((resolve, reject) => {
    const post = request({ socketPath: socket, method: 'POST', path: '/' }, (response) => {
      text(response).then((body) => {
        if (response.statusCode !== 200) return reject(new Error(body))
        resolve(JSON.parse(body))
      }, reject)
    })
    post.on('error', reject)
    post.end(JSON.stringify({ text: statement, values }))
  })
}

/** Queues a job of a running site instead of waiting for its schedule; one that is queued already is the same run. */
export const queueJob = (socket: string, name: string): Promise<unknown> =>
  querySite(socket, `insert into pgboss.job (name, policy) values ($1, 'short') on conflict do nothing`, name)

/** Sets a known answer for a captcha shown on a page. It stays single-use with its two-minute expiry. */
export async function answerCaptcha(socket: string, captchaId: string): Promise<string> {
  const answer = 'TEST'
  const set = 'update captchas set answer_hash = $1 where id = $2 returning id'
  const rows = await querySite(socket, set, captchaHash(captchaId, answer), captchaId)
  if (rows.length !== 1) throw new Error('The captcha is not there')
  return answer
}

/** Inserts captchas with known answers, for many users. */
export async function plantCaptchas(socket: string, count: number): Promise<{ captchaId: string; captcha: string }[]> {
  const captcha = 'TEST'
  const ids = Array.from({ length: count }, () => randomUUID())
  const rows = ids.map((id) => ({ id, hash: captchaHash(id, captcha) }))
  const insert = `insert into captchas (id, answer_hash, expires_at)
    select kept->>'id', kept->>'hash', now() + interval '2 minutes' from json_array_elements($1::json) kept`
  await querySite(socket, insert, JSON.stringify(rows))
  return ids.map((captchaId) => ({ captchaId, captcha }))
}

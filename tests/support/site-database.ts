import { randomUUID } from 'node:crypto'
import { request } from 'node:http'
import { text } from 'node:stream/consumers'
import { hashOfCaptcha } from '../../src/server/session/captchas.ts'

/** Runs one statement in the database of a running site that was started with a door. Gives its rows. */
export function query(door: string, statement: string, ...values: unknown[]): Promise<Record<string, unknown>[]> {
  return new Promise((resolve, reject) => {
    const asked = request({ socketPath: door, method: 'POST', path: '/' }, (response) => {
      text(response).then((body) => {
        if (response.statusCode !== 200) return reject(new Error(body))
        resolve(JSON.parse(body))
      }, reject)
    })
    asked.on('error', reject)
    asked.end(JSON.stringify({ text: statement, values }))
  })
}

/** Gives a captcha that a page shows an answer that the test knows. It stays single use and two minutes old at most. */
export async function answerCaptcha(door: string, captchaId: string): Promise<string> {
  const answer = 'TEST'
  const set = 'update captchas set answer_hash = $1 where id = $2 returning id'
  const rows = await query(door, set, hashOfCaptcha(captchaId, answer), captchaId)
  if (rows.length !== 1) throw new Error('The captcha is not there')
  return answer
}

/** Captchas with their answers, as many as the server would have drawn for so many people. */
export async function plantCaptchas(door: string, count: number): Promise<{ captchaId: string; captcha: string }[]> {
  const captcha = 'TEST'
  const ids = Array.from({ length: count }, () => randomUUID())
  const rows = ids.map((id) => ({ id, hash: hashOfCaptcha(id, captcha) }))
  const insert = `insert into captchas (id, answer_hash, expires_at)
    select kept->>'id', kept->>'hash', now() + interval '2 minutes' from json_array_elements($1::json) kept`
  await query(door, insert, JSON.stringify(rows))
  return ids.map((captchaId) => ({ captchaId, captcha }))
}

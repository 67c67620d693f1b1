import type { Browser } from 'playwright'
import { afterAll, beforeAll, expect, inject, onTestFinished, test } from 'vitest'
import { profileCalls } from '../../src/contract/accounts/profile.ts'
import { signInCalls } from '../../src/contract/accounts/sign-in.ts'
import { filesCalls } from '../../src/contract/operations/files.ts'
import { launchBrowser } from '../support/browser.ts'
import { callCodeFrom, sessionHalvesOf, openSignedInBuyer } from '../support/session-halves.ts'
import { startForeignSite } from '../support/foreign-site.ts'
import { querySite } from '../support/site-database.ts'

/** Attacks of another site on an open session. */

const site = inject('site')
const { path: profile } = profileCalls.profile
let browser: Browser
beforeAll(async () => {
  browser = await launchBrowser()
})
afterAll(() => browser.close())

/** Forms of every kind that browsers send without a preflight, and scripts with and without credentials. */
const harm = (target: string) => `<!doctype html><title>harm</title><body>
    <form method="post" action="${target}${signInCalls.logout.path}" enctype="text/plain" target="one">
      <input name='{"a":"' value='"}'></form>
    <form method="post" action="${target}${filesCalls.upload.path}" enctype="multipart/form-data" target="two">
      <input name="purpose" value="avatar"></form>
    <form method="post" action="${target}${signInCalls.logout.path}" target="three"><input name="a" value="b"></form>
    <iframe name="one"></iframe><iframe name="two"></iframe><iframe name="three"></iframe>
    <script>
      for (const form of document.forms) form.submit()
      const ask = (more) => fetch('${target}${signInCalls.logout.path}', { method: 'POST', credentials: 'include', ...more })
        .then((response) => response.type === 'opaque' ? 'opaque' : 'read', () => 'refused')
      const json = { headers: { 'content-type': 'application/json' }, body: '{}' }
      Promise.all([ask(json), ask({ mode: 'no-cors', body: '{}' }), ask({ body: '{}' })])
        .then((said) => { document.title = said.join(' ') })
    </script>`

test.each(['127.0.0.1', 'localhost'] as const)('at %s cannot use an open session', async (host) => {
  const owner = await openSignedInBuyer(browser, site)
  const { token } = await sessionHalvesOf(owner)
  const other = await startForeignSite(host, harm(`${site}/api`))
  onTestFinished(() => other.close())
  const page = await owner.context.newPage()
  const answers: number[] = []
  page.on('response', (response) => {
    if (response.url().startsWith(site)) answers.push(response.status())
  })
  await page.goto(other.url)
  await expect.poll(() => page.title()).toBe('refused opaque refused')
  await expect.poll(() => answers.length).toBeGreaterThanOrEqual(4)
  expect(answers.filter((status) => status < 400)).toEqual([])
  expect(await callCodeFrom(owner.page, profile, { token })).toBe(200)
  // Other tests upload as the same person in parallel, but for other purposes.
  const kept = "select id from files where user_id in (select id from users where login_name = 'buyer')"
  const uploads = await querySite(
    inject('databaseSocket'),
    `${kept} and purpose = 'avatar' and created_at > now() - interval '1 minute'`,
  )
  expect(uploads).toEqual([])
})

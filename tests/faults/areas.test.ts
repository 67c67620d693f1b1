import { cpSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { writeArea } from '../../areas/build-area.ts'
import { startSite, type Site } from '../support/site.ts'
import { root } from '../support/sources.ts'

/** Builds of two areas run side by side. The second is a copy of the first with another area file. */

function buildOf(area: 'benxi') {
  const folder = mkdtempSync(join(tmpdir(), 'portal-area-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  for (const part of ['node_modules', 'src', 'areas']) symlinkSync(join(root, part), join(folder, part))
  for (const part of ['package.json', 'dist']) cpSync(join(root, part), join(folder, part), { recursive: true })
  return writeArea(area, folder).then(() => folder)
}

async function started(env: Readonly<Record<string, string>>, folder?: string): Promise<Site> {
  const site = await startSite(env, folder === undefined ? {} : { folder })
  onTestFinished(() => site.remove())
  return site
}

/** Responses of a site's pages, manifest and a call. */
async function saidBy({ url }: Site) {
  const read = async (path: string) => (await fetch(url + path)).text()
  const [home, login, manifest] = [await read('/'), await read('/login/login'), await read('/manifest.webmanifest')]
  const headers = { 'content-type': 'application/json' }
  const call = await fetch(`${url}/api/get/serviceid`, { method: 'POST', headers, body: '{}' })
  const areas = [home, login].map((page) => /data-area="(\w+)"/.exec(page)?.[1])
  return { areas, title: /<title>([^<]*)/.exec(home)?.[1], manifest, call: call.status }
}

test('each serves its own area, with or without AREA, and refuses to start as another', async () => {
  const folder = await buildOf('benxi')
  const [standard, benxi] = await Promise.all([started({}), started({ AREA: 'benxi' }, folder)])
  const [first, second] = [await saidBy(standard), await saidBy(benxi)]
  expect(first).toMatchObject({ areas: ['standard', 'standard'], call: 200 })
  expect(second).toMatchObject({ areas: ['benxi', 'benxi'], call: 200 })
  expect(second.title).toContain('本溪药械研发服务平台')
  expect(second.manifest).toContain('本溪药械研发服务平台')
  expect(first.title).not.toContain('本溪')
  await expect(startSite({ AREA: 'benxi' })).rejects.toThrow(/AREA: this build is of standard, not of benxi/)
  await expect(startSite({ AREA: 'standard' }, { folder })).rejects.toThrow(/AREA: this build is of benxi/)
  await expect(startSite({ AREA: 'bejing' })).rejects.toThrow(/Wrong setting\. AREA/)
})

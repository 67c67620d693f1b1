import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inject, onTestFinished } from 'vitest'
import { openDatabase, openEmbedded, type Database } from '../../src/db/open.ts'
import { origin } from './app.ts'
import { copyDatabase, copyTemplate, templateCopyUrl } from './database.ts'
import { freePort, startSite, type Site } from './site.ts'

/** A database that survives its processes, with the settings to connect to it. */
export async function persistentDatabase(): Promise<{ env: Record<string, string>; open: () => Promise<Database> }> {
  const dataDir = mkdtempSync(join(tmpdir(), 'portal-kill-'))
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }))
  const template = inject('template')
  if (template.engine === 'postgres') {
    const kept = await copyTemplate(template)
    onTestFinished(() => kept.close())
    const url = templateCopyUrl(template)
    return {
      env: { DATABASE_URL: url, DATA_DIR: dataDir },
      open: () => openDatabase({ databaseUrl: url, dataDir: '' }),
    }
  }
  const folder = join(dataDir, 'db')
  copyDatabase(template, folder)
  return { env: { DATA_DIR: dataDir }, open: () => openEmbedded(folder) }
}

/** The built product on one port, which can be killed and restarted. */
export async function startKillableSite(env: Readonly<Record<string, string>>) {
  const port = await freePort()
  let site: Site | undefined
  let ready: Promise<void> = Promise.resolve()
  const readyAfter: number[] = []
  const start = () => {
    ready = startSite({ ...env, PORT: String(port), SITE_URL: origin, DEMO: '1' }).then((started) => {
      site = started
      readyAfter.push(started.readyAfter)
    })
    return ready
  }
  const kill = async () => {
    const child = site?.process
    if (child === undefined || child.signalCode !== null) return
    const ended = once(child, 'exit')
    child.kill('SIGKILL')
    await ended
  }
  onTestFinished(kill)
  const fetchFrom = async (request: Request) =>
    fetch(`http://127.0.0.1:${port}${new URL(request.url).pathname}`, {
      method: 'POST',
      headers: request.headers,
      body: await request.arrayBuffer(),
    })
  return { start, kill, readyAfter, app: { fetch: fetchFrom }, ready: () => ready }
}

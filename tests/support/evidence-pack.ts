import { spawn } from 'node:child_process'
import { mkdir, mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { unzipSync } from 'fflate'
import { z } from 'zod'
import { origin, type TestApp } from './app.ts'
import type { Client } from './client.ts'

const manifestShape = z.object({
  orderNo: z.string(),
  side: z.string(),
  files: z.array(z.object({ path: z.string(), sha256: z.string(), size: z.int(), seq: z.int().optional() })),
  missing: z.array(z.object({ name: z.string(), reason: z.string() })),
})

export type Pack = Readonly<Record<string, Uint8Array>>

/** Answer to a download with the cookies of a client's browser. */
export function askForPack(app: Pick<TestApp, 'fetch'>, client: Client, path: string): Promise<Response> {
  const cookie = [...client.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  return Promise.resolve(app.fetch(new Request(origin + path, { headers: { cookie } })))
}

/** Files of a pack by path. */
export async function downloadPack(app: Pick<TestApp, 'fetch'>, client: Client, path: string): Promise<Pack> {
  const answer = await askForPack(app, client, path)
  if (answer.status !== 200) throw new Error(`The pack was refused: ${answer.status}`)
  return unzipSync(new Uint8Array(await answer.arrayBuffer()))
}

export const manifestOf = (pack: Pack) =>
  manifestShape.parse(JSON.parse(Buffer.from(pack['manifest.json'] ?? []).toString('utf8')))

/** Writes a pack into a new folder, as after unpacking. */
export async function unpack(pack: Pack): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'pack-'))
  for (const [path, bytes] of Object.entries(pack)) {
    await mkdir(dirname(join(folder, path)), { recursive: true })
    await writeFile(join(folder, path), bytes)
  }
  return folder
}

/** Runs the verifier of a pack, as its reader does: Node alone, without packages. */
export function runVerifier(script: string, ...args: string[]): Promise<{ code: number | null; out: string }> {
  const child = spawn(process.execPath, [script, ...args], { env: {} })
  let out = ''
  child.stdout.on('data', (data: Buffer) => (out += data.toString()))
  child.stderr.on('data', (data: Buffer) => (out += data.toString()))
  return new Promise((resolve) => child.on('close', (code) => resolve({ code, out })))
}

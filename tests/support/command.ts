import { spawn } from 'node:child_process'
import { root } from './sources.ts'

export interface Ended {
  readonly code: number | null
  readonly out: string
  readonly err: string
}

/** Runs one command of `npm run cli` with settings of its own, to its end. */
export function cli(env: Readonly<Record<string, string>>, ...args: string[]): Promise<Ended> {
  const { PATH = '', HOME = '' } = process.env
  const child = spawn(process.execPath, ['src/cli.ts', ...args], { cwd: root, env: { PATH, HOME, ...env } })
  let [out, err] = ['', '']
  child.stdout.on('data', (data: Buffer) => (out += data.toString()))
  child.stderr.on('data', (data: Buffer) => (err += data.toString()))
  return new Promise((resolve) => child.on('close', (code) => resolve({ code, out, err })))
}

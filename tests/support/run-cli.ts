import { spawn } from 'node:child_process'
import { root } from './sources.ts'

export interface CommandResult {
  readonly code: number | null
  readonly out: string
  readonly err: string
}

/** Runs one command of `npm run cli` with its own settings. */
export function runCli(env: Readonly<Record<string, string>>, ...args: string[]): Promise<CommandResult> {
  const { PATH = '', HOME = '' } = process.env
  const child = spawn(process.execPath, ['src/cli.ts', ...args], { cwd: root, env: { PATH, HOME, ...env } })
  let [out, err] = ['', '']
  child.stdout.on('data', (data: Buffer) => (out += data.toString()))
  child.stderr.on('data', (data: Buffer) => (err += data.toString()))
  return new Promise((resolve) => child.on('close', (code) => resolve({ code, out, err })))
}

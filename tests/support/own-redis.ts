import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { freePort } from './site.ts'

/** Whether Redis is installed. */
export const canStartRedis = (): boolean => spawnSync('redis-server', ['--version']).status === 0

/** A separate Redis that can be frozen (SIGSTOP), resumed (SIGCONT) and killed. */
export async function startOwnRedis(): Promise<{ readonly url: string; readonly process: ChildProcess }> {
  const port = await freePort()
  const args = ['--port', String(port), '--save', '', '--bind', '127.0.0.1']
  const process = spawn('redis-server', args, { stdio: 'pipe' })
  await new Promise<void>((resolve, reject) => {
    process.once('error', reject)
    process.stdout.on('data', (data: Buffer) => data.toString().includes('Ready to accept') && resolve())
  })
  return { url: `redis://127.0.0.1:${port}`, process }
}

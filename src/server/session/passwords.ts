import { availableParallelism } from 'node:os'
import { hash, verify } from '@node-rs/argon2'

/** Hashing takes a core for 90 ms and 19 MB: as many at once as there are cores, the others wait in line. */
const atOnce = availableParallelism()
let running = 0
const waiting: (() => void)[] = []

async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running >= atOnce) await new Promise<void>((resolve) => waiting.push(resolve))
  running += 1
  try {
    return await work()
  } finally {
    running -= 1
    waiting.shift()?.()
  }
}

/** argon2id hash of a password. */
export const hashPassword = (password: string): Promise<string> => inTurn(() => hash(password))

/** True when the password fits. An account that does not exist costs the same time: pass undefined. */
export async function passwordFits(kept: string | undefined, password: string): Promise<boolean> {
  const fits = await inTurn(async () => verify(kept ?? (await nobody), password))
  return fits && kept !== undefined
}

const nobody = hash('nobody has this password')

import { readFileSync, readdirSync } from 'node:fs'

/** Microseconds of a clock tick in /proc. */
const tick = 10_000

function ticksOf(pid: string, name?: string): number {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    if (name !== undefined && !stat.includes(`(${name})`)) return 0
    // Fields 14 and 15, user and system time, counted after the name in brackets.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return Number(fields[11]) + Number(fields[12])
  } catch {
    return 0
  }
}

/** CPU time so far of a process and of all PostgreSQL processes of this machine, in microseconds. Linux only. */
export const cpuTime = (pid: number): number =>
  tick *
  (ticksOf(String(pid)) +
    readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .reduce((sum, each) => sum + ticksOf(each, 'postgres'), 0))

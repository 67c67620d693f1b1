import { benxi } from './benxi/area.ts'
import { changchun } from './changchun/area.ts'
import { chengdu } from './chengdu/area.ts'
import { gaoxin } from './gaoxin/area.ts'
import { shanghai } from './shanghai/area.ts'
import { standard } from './standard/area.ts'
import { taizhou } from './taizhou/area.ts'
import { yaogang } from './yaogang/area.ts'
import { zhongdian } from './zhongdian/area.ts'
import type { Area } from './area.ts'

/** `typeof` first: outside Vite (tests, scripts) nothing defines it. */
const chosen = typeof __AREA__ === 'undefined' ? 'standard' : __AREA__

/** Vite writes the name in place of `__AREA__`: decided at build time, the eight other areas leave the bundle. */
function chosenArea(): Area {
  if (chosen === 'benxi') return benxi
  if (chosen === 'changchun') return changchun
  if (chosen === 'chengdu') return chengdu
  if (chosen === 'gaoxin') return gaoxin
  if (chosen === 'shanghai') return shanghai
  if (chosen === 'taizhou') return taizhou
  if (chosen === 'yaogang') return yaogang
  if (chosen === 'zhongdian') return zhongdian
  return standard
}

/** The area of this build. */
export const area = chosenArea()

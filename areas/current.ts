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

/**
 * The area of this build. Vite writes its name in place of `__AREA__`, so every comparison below is decided at
 * build time and the eight other areas are dropped from the bundle.
 */
export const area: Area =
  chosen === 'benxi' ? benxi
  : chosen === 'changchun' ? changchun
  : chosen === 'chengdu' ? chengdu
  : chosen === 'gaoxin' ? gaoxin
  : chosen === 'shanghai' ? shanghai
  : chosen === 'taizhou' ? taizhou
  : chosen === 'yaogang' ? yaogang
  : chosen === 'zhongdian' ? zhongdian
  : standard

import { benxi } from './benxi/area.ts'
import { changchun } from './changchun/area.ts'
import { chengdu } from './chengdu/area.ts'
import { gaoxin } from './gaoxin/area.ts'
import { shanghai } from './shanghai/area.ts'
import { standard } from './standard/area.ts'
import { taizhou } from './taizhou/area.ts'
import { yaogang } from './yaogang/area.ts'
import { zhongdian } from './zhongdian/area.ts'
import type { Area, AreaId } from './area.ts'

/** The area that this was built for; undefined where nothing was built: tests, commands. `typeof` first: nothing defines it there. */
export const builtFor: AreaId | undefined = typeof __AREA__ === 'undefined' ? undefined : __AREA__

/** The build writes the name in place of `__AREA__` (build-area.ts): the eight other areas leave its file. */
function chosenArea(): Area {
  if (typeof __AREA__ === 'undefined') return standard
  if (__AREA__ === 'benxi') return benxi
  if (__AREA__ === 'changchun') return changchun
  if (__AREA__ === 'chengdu') return chengdu
  if (__AREA__ === 'gaoxin') return gaoxin
  if (__AREA__ === 'shanghai') return shanghai
  if (__AREA__ === 'taizhou') return taizhou
  if (__AREA__ === 'yaogang') return yaogang
  if (__AREA__ === 'zhongdian') return zhongdian
  return standard
}

/** The area of this build. */
export const area = chosenArea()

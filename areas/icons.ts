import type { AreaId } from './area.ts'
import benxi from './benxi/logo.svg?url&no-inline'
import changchun from './changchun/logo.svg?url&no-inline'
import chengdu from './chengdu/logo.svg?url&no-inline'
import gaoxin from './gaoxin/logo.svg?url&no-inline'
import shanghai from './shanghai/logo.svg?url&no-inline'
import standard from './standard/logo.svg?url&no-inline'
import taizhou from './taizhou/logo.svg?url&no-inline'
import yaogang from './yaogang/logo.svg?url&no-inline'
import zhongdian from './zhongdian/logo.svg?url&no-inline'

/** The browser's icon of each area: every build has all of them, so that its area is in one file alone. */
export const areaIcons: Readonly<Record<AreaId, string>> = {
  benxi,
  changchun,
  chengdu,
  gaoxin,
  shanghai,
  standard,
  taizhou,
  yaogang,
  zhongdian,
}

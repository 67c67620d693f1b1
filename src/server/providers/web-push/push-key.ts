import type { KeyObject } from 'node:crypto'
import type { Config } from '../../../config.ts'
import type { Db } from '../../../db/open.ts'
import { loadDemoKey } from '../../platform/demo-key.ts'

/** Key that identifies the platform to push services: the setting, else that of the demo; undefined = no web push. */
export const findPushKey = async (
  db: Db,
  { webPush, demo }: Pick<Config, 'webPush' | 'demo'>,
): Promise<KeyObject | undefined> => webPush.key ?? (demo ? loadDemoKey(db, 'webPushKey', 'p256') : undefined)

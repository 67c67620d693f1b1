import type { Config } from '../../config.ts'
import type { SmsSender } from './sms.ts'

const loading = {
  aliyun: async (sms: Config['sms']) => (await import('./sms-aliyun.ts')).aliyunSms(sms),
  tencent: async (sms: Config['sms']) => (await import('./sms-tencent.ts')).tencentSms(sms),
}

/**
 * Undefined with SMS_PROVIDER=outbox: messages stay in the outbox, where DEMO shows them. The provider library is large
 * and loaded with the first message.
 */
export function createSms({ sms }: Pick<Config, 'sms'>): SmsSender | undefined {
  if (sms.provider === 'outbox') return undefined
  const load = loading[sms.provider]
  let sender: Promise<SmsSender> | undefined
  return { send: async (message) => (await (sender ??= load(sms))).send(message) }
}

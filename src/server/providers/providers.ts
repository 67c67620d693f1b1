import type { Config } from '../../config.ts'
import { createMail, type MailSender } from './mail.ts'
import { createOcr, type Ocr } from './ocr.ts'
import { createPay, type PayProviders, type PayDependencies } from './pay/create-pay.ts'
import { createSms } from './sms-sender.ts'
import type { SmsSender } from './sms.ts'
import { createSso, type Sso } from './sso.ts'
import { createWebPush, type WebPush } from './web-push/web-push.ts'
import { createStorage, type Storage } from './storage.ts'

/** External services, chosen by the settings. */
export interface Providers extends PayProviders {
  readonly storage: Storage
  readonly ocr: Ocr
  readonly sms: SmsSender | undefined
  readonly mail: MailSender | undefined
  readonly sso: Sso | undefined
  readonly webPush: WebPush
  readonly close: () => Promise<void>
}

export function createProviders(config: Config, around: PayDependencies = {}): Providers {
  const ocr = createOcr()
  const mail = createMail(config)
  return {
    storage: createStorage(config),
    ocr,
    sms: createSms(config),
    mail,
    sso: createSso(config),
    webPush: createWebPush(config),
    ...createPay(config, around),
    close: async () => {
      mail?.close()
      await ocr.close()
    },
  }
}

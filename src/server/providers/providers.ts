import type { Config } from '../../config.ts'
import { createMail, type MailSender } from './mail.ts'
import { createOcr, type Ocr } from './ocr.ts'
import { createPay, type OwnPay, type PayAround } from './pay/create-pay.ts'
import { createSms } from './sms.ts'
import type { SmsSender } from './sms-sender.ts'
import { createSso, type Sso } from './sso.ts'
import { createStorage, type Storage } from './storage.ts'

/** Everything from outside, as the settings choose it. */
export interface Providers extends OwnPay {
  readonly storage: Storage
  readonly ocr: Ocr
  readonly sms: SmsSender | undefined
  readonly mail: MailSender | undefined
  readonly sso: Sso | undefined
  readonly close: () => Promise<void>
}

export function createProviders(config: Config, around: PayAround = {}): Providers {
  const ocr = createOcr()
  const mail = createMail(config)
  return {
    storage: createStorage(config),
    ocr,
    sms: createSms(config),
    mail,
    sso: createSso(config),
    ...createPay(config, around),
    close: async () => {
      mail?.close()
      await ocr.close()
    },
  }
}

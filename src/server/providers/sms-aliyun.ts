import { createRequire } from 'node:module'
import type { Config } from '../../config.ts'
import { SendRejectedError } from './send-rejected-error.ts'
import { endpointOf, smsTimeout, templateOf, type SmsSender } from './sms.ts'

// Both are CommonJS: required as they are, their types and their exports agree.
const load = createRequire(import.meta.url)
const sdk: typeof import('@alicloud/dysmsapi20170525') = load('@alicloud/dysmsapi20170525')
const { Config: SdkConfig }: typeof import('@alicloud/openapi-client') = load('@alicloud/openapi-client')

/** Error codes of permanent rejections. */
const final =
  /^isv\.(MOBILE_NUMBER_ILLEGAL|MOBILE_COUNT_OVER_LIMIT|INVALID_PARAMETERS|TEMPLATE_MISSING_PARAMETERS|BLACK_KEY_CONTROL_LIMIT|PARAM_LENGTH_LIMIT)/

/** Sends by Aliyun's SMS service (dysmsapi 2017-05-25). */
export function aliyunSms(sms: Config['sms']): SmsSender {
  const { protocol, host } = endpointOf(sms.endpoint, 'dysmsapi.aliyuncs.com')
  const client = new sdk.default(
    new SdkConfig({
      accessKeyId: sms.keyId,
      accessKeySecret: sms.keySecret,
      endpoint: host,
      protocol,
      readTimeout: smsTimeout,
      connectTimeout: smsTimeout,
    }),
  )
  return {
    send: async (message) => {
      const { body } = await client.sendSms(
        new sdk.SendSmsRequest({
          phoneNumbers: message.mobile,
          signName: sms.sign,
          templateCode: templateOf(sms, message) ?? '',
          templateParam: JSON.stringify(message.params),
          outId: message.reference,
        }),
      )
      const { code = 'no code', message: why = '' } = body ?? {}
      if (code === 'OK') return
      throw final.test(code) ? new SendRejectedError(`${code} ${why}`) : new Error(`${code} ${why}`)
    },
  }
}

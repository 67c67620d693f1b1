import { createRequire } from 'node:module'
import type { Config } from '../../config.ts'
import { SendRejectedError } from './send-rejected-error.ts'
import { endpointOf, smsTimeout, templateOf, type SmsSender } from './sms.ts'

// CommonJS: required as it is, its types and its exports agree.
const load = createRequire(import.meta.url)
const { sms: sdk }: typeof import('tencentcloud-sdk-nodejs-sms') = load('tencentcloud-sdk-nodejs-sms')

/** Error codes of permanent rejections. */
const final =
  /^(FailedOperation\.(PhoneNumberInBlacklist|ContainSensitiveWord)|InvalidParameterValue\.(IncorrectPhoneNumber|TemplateParameterFormatError|TemplateParameterLengthLimit)|UnsupportedOperation\.)/

/** Sends by Tencent Cloud's SMS service (2021-01-11). A template takes its values in order. */
export function tencentSms(sms: Config['sms']): SmsSender {
  const { protocol, host } = endpointOf(sms.endpoint, 'sms.tencentcloudapi.com')
  const client = new sdk.v20210111.Client({
    credential: { secretId: sms.keyId, secretKey: sms.keySecret },
    region: 'ap-guangzhou',
    profile: { httpProfile: { endpoint: host, protocol: `${protocol}://`, reqTimeout: smsTimeout / 1000 } },
  })
  return {
    send: async (message) => {
      const answer = await client.SendSms({
        PhoneNumberSet: [`+86${message.mobile}`],
        SmsSdkAppId: sms.appId,
        TemplateId: templateOf(sms, message) ?? '',
        SignName: sms.sign,
        TemplateParamSet: Object.values(message.params),
        SessionContext: message.reference,
      })
      const { Code: code = 'no status', Message: why = '' } = answer.SendStatusSet?.[0] ?? {}
      if (code === 'Ok') return
      throw final.test(code) ? new SendRejectedError(`${code} ${why}`) : new Error(`${code} ${why}`)
    },
  }
}

import { company, user } from '../access.ts'
import { notBuilt } from '../call.ts'

export const profileCalls = {
  profile: notBuilt('/user-center/user/profile', user),
  profileUpdate: notBuilt('/user-center/user/profile/update', user),
  accountSave: notBuilt('/fmall/user-account/save', user),
  account: notBuilt('/fmall/user-account/detail', user),
  mobileReset: notBuilt('/user-center/user/mobile/reset', user),
  passwordReset: notBuilt('/user-center/user/password/reset', user),
  emailCaptchaSend: notBuilt('/user-center/email/captcha/send', user),
  emailBind: notBuilt('/user-center/email/bind', user),
  userById: notBuilt('/user-center/user/get-by-userId', user),
  operationLogs: notBuilt('/system/operation-log/frontend/list-page', company('work_log')),
}

import { company, user } from '../access.ts'
import { z } from 'zod'
import { call, notBuilt } from '../call.ts'
import { userInfo } from './sign-in.ts'

export const profileCalls = {
  profile: call({
    path: '/user-center/user/profile',
    summary: '当前登录的用户',
    access: user,
    input: z.object({}),
    output: userInfo,
  }),
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

import { CallFailed } from '../../../contract/failures.ts'
import type { signInCalls } from '../../../contract/accounts/sign-in.ts'
import { guessesBeforeCaptcha, tidyMobile } from '../../../domain/accounts/identity-rules.ts'
import type { Handler } from '../../handler.ts'
import { guessesPerHour } from '../../limits.ts'
import { takeCaptcha } from '../../session/captchas.ts'
import { passwordFits } from '../../session/passwords.ts'
import { accountNamed, signIn } from './sign-in.ts'

export const login: Handler<typeof signInCalls.login> = async (input, context) => {
  const { db, limits } = context
  const user = await accountNamed(db, input.loginName)
  context.concerns(async () => user?.id)
  // By the account, not by what was typed: it may be named by login name or by mobile.
  const account = user === undefined ? `?${tidyMobile(input.loginName).toLowerCase()}` : `u${user.id}`
  const before = await limits.guess.check(account)
  const withCaptcha = input.captcha !== ''
  if (withCaptcha) await takeCaptcha(db, input)
  else if (before >= guessesBeforeCaptcha) throw new CallFailed('captchaNeeded')
  if (!(await passwordFits(user?.passwordHash, input.password)) || user === undefined) {
    const wrong = await limits.guess.failed(account)
    // Sent at once with others, all of which saw the same count: of these only the first are told.
    if (wrong > guessesBeforeCaptcha && !withCaptcha) throw new CallFailed('captchaNeeded')
    throw new CallFailed('wrongPassword', {
      left: guessesPerHour - wrong,
      captchaNeeded: wrong >= guessesBeforeCaptcha,
    })
  }
  const meanwhile = await limits.guess.check(account)
  if (meanwhile >= guessesBeforeCaptcha && !withCaptcha) throw new CallFailed('captchaNeeded')
  return signIn(context, user, { keep: input.keepLogin, call: 'accounts.login', by: '密码' })
}

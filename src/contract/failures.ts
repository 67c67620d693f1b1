/**
 * Every failure a call can answer with: name → code and the Chinese text a person reads.
 * HTTP follows the code: 400–500 as they are, 600 → 401, from 1000 up → 422.
 */
export const failures = {
  invalidInput: { code: 400, message: '填写的内容有误，请检查标出的项' },
  badJson: { code: 400, message: '请求内容不是有效的 JSON' },
  tooDeep: { code: 400, message: '请求内容嵌套过深' },
  forbidden: { code: 403, message: '您的账号没有此项权限，请联系企业管理员' },
  notFound: { code: 404, message: '内容不存在或已被删除' },
  conflict: { code: 409, message: '内容已发生变化，请刷新后重试' },
  keyReused: { code: 409, message: '该请求编号已用于另一次提交，请刷新页面后重试' },
  tooLarge: { code: 413, message: '提交的内容过大' },
  wrongType: { code: 415, message: '只接受 JSON 格式的请求' },
  tooMany: { code: 429, message: '操作过于频繁，请稍后再试' },
  serverError: { code: 500, message: '服务器异常，建议稍后重试' },
  sessionInvalid: { code: 600, message: '登录已失效，请重新登录' },
  notBuilt: { code: 1000, message: '该功能尚未开放' },
  wrongPassword: { code: 1001, message: '账号或密码错误' },
  accountLocked: { code: 1002, message: '该账号已停用，请联系平台客服' },
  tooManyGuesses: { code: 1003, message: '密码错误次数过多，请一小时后再试，或使用短信验证码登录' },
  notCertified: { code: 1010, message: '请先完成企业认证' },
  notSeller: { code: 1011, message: '请先开通店铺，成为供应商' },
  keyMissing: { code: 1012, message: '缺少请求编号（idempotency-key）' },
  stepNotAllowed: { code: 1020, message: '当前状态不能进行此操作，请刷新后查看' },
  deadlinePast: { code: 1021, message: '已过报价截止时间' },
  ownDemand: { code: 1022, message: '不能对本企业发布的需求报价' },
  offerExpired: { code: 1023, message: '该报价已过有效期，请与供应商确认后由其更新' },
  milestonesUneven: { code: 1024, message: '各付款节点比例之和须为 100%' },
  demandDecided: { code: 1025, message: '该需求已选定报价，不能再次选定' },
  chatSelf: { code: 1030, message: '不能与自己发起沟通' },
} as const satisfies Record<string, { code: number; message: string }>

export type FailureName = keyof typeof failures

/** HTTP status that goes with an envelope code. */
export function httpStatus(code: number): number {
  if (code === 600) return 401
  return code >= 1000 ? 422 : code
}

/** One wrong field of an input; `field` is its dotted path. */
export interface FieldFault {
  readonly field: string
  readonly message: string
}

/** Thrown by handlers; the one translator turns it into an envelope. `content` helps the page say more. */
export class CallFailed extends Error {
  readonly failure: FailureName
  readonly content: unknown

  constructor(failure: FailureName, content: unknown = null) {
    super(failures[failure].message)
    this.name = 'CallFailed'
    this.failure = failure
    this.content = content
  }
}

/** An input that the schema lets through but the situation does not: named fields, code 400. */
export const fieldFailed = (...faults: FieldFault[]) => new CallFailed('invalidInput', faults)

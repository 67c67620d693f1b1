import { viewOnlyCode } from '../domain/operations/account-views.ts'
import { isSessionOver } from '../domain/accounts/session-over.ts'

/**
 * Every failure a call can answer with: name → code and the Chinese text a person reads.
 * HTTP follows the code: 400–500 as they are, 600 → 401, from 1000 up → 422.
 */
export const failures = {
  invalidInput: { code: 400, message: '填写的内容有误，请检查标出的项' },
  /** Content: FieldError[], as of invalidInput. */
  unknownField: { code: 400, message: '请求中有无法识别的项，请核对标出的名称' },
  badJson: { code: 400, message: '请求内容不是有效的 JSON' },
  tooDeep: { code: 400, message: '请求内容嵌套过深' },
  badForm: { code: 400, message: '上传的内容不完整，请重新选择文件后再试' },
  forbidden: { code: 403, message: '您的账号没有此项权限，请联系企业管理员' },
  methodNotAllowed: { code: 405, message: '该地址不支持这种请求方式' },
  notFound: { code: 404, message: '内容不存在或已被删除' },
  conflict: { code: 409, message: '内容已发生变化，请刷新后重试' },
  keyReused: { code: 409, message: '该请求编号已用于另一次提交，请刷新页面后重试' },
  gone: { code: 410, message: '该内容已下架' },
  tooLarge: { code: 413, message: '提交的内容过大' },
  wrongType: { code: 415, message: '只接受 JSON 格式的请求' },
  notForm: { code: 415, message: '文件须以表单（multipart/form-data）上传' },
  tooMany: { code: 429, message: '操作过于频繁' },
  serverError: { code: 500, message: '服务器异常，建议稍后重试' },
  /** A declared call whose handler is not written yet; only in development, since it does not compile. */
  handlerMissing: { code: 501, message: '该接口尚未实现' },
  /** Overload, or a lock that is held for too long. Content: { retryAfter }. */
  busy: { code: 503, message: '系统繁忙，请稍后再试' },
  /** The database does not answer. Content: { retryAfter }. */
  unavailable: { code: 503, message: '服务暂时不可用，请稍后再试' },
  sessionInvalid: { code: 600, message: '登录已失效，请重新登录' },
  /** An operator's session that was not used for OPERATOR_IDLE_MINUTES. */
  sessionIdle: { code: 601, message: '长时间没有操作，为保护平台数据，登录已自动结束，请重新登录' },
  wrongPassword: { code: 1001, message: '账号或密码错误' },
  accountLocked: { code: 1002, message: '该账号已停用，请联系平台客服' },
  tooManyGuesses: { code: 1003, message: '密码错误次数过多，可用短信验证码登录' },
  captchaNeeded: { code: 1004, message: '请输入图形验证码后继续' },
  captchaWrong: { code: 1005, message: '图形验证码不正确或已过期，请重新输入' },
  codeTooSoon: { code: 1006, message: '验证码刚刚发送过' },
  codesUsedUp: { code: 1007, message: '今天向该号码发送的验证码已达上限' },
  codeWrong: { code: 1008, message: '验证码不正确或已过期' },
  codeSpent: { code: 1009, message: '验证码错误次数过多，请重新获取' },
  notCertified: { code: 1010, message: '请先完成企业认证' },
  notSeller: { code: 1011, message: '请先开通店铺，成为供应商' },
  keyMissing: { code: 1012, message: '缺少请求编号（idempotency-key）' },
  certificationExpired: { code: 1013, message: '企业认证已过期，请更新营业执照后再操作' },
  ticketSpent: { code: 1014, message: '验证已失效，请重新验证' },
  /** Content { ticket, redirect }: proof of the first factor, and the path to open after a single sign-on. */
  secondStepNeeded: { code: 1019, message: '请输入验证器上的动态码' },
  /** Content { ticket, dueAt }: proof of the sign-in, with which the closing may be withdrawn. */
  accountClosing: { code: 1210, message: '该账号正在注销，可在期限内撤销' },
  /** Content: reasons, as of accountClosing. */
  closingObstructed: { code: 1211, message: '账号暂时不能注销，请先处理列出的事项' },
  exportWaiting: { code: 1212, message: '您的个人信息副本正在生成，完成后会通知您' },
  exportsUsedUp: { code: 1213, message: '今天申请的次数已达上限，请明天再试' },
  complaintOpen: { code: 1220, message: '您对该内容的举报正在处理，请等待结果' },
  complaintsUsedUp: { code: 1221, message: '今天提交的举报已达上限，请明天再试' },
  ownComplaint: { code: 1222, message: '这是您或贵企业自己的内容，不能举报' },
  /** Content { name }: the operator who has it. */
  complaintTaken: { code: 1223, message: '这件举报正由另一位运营人员处理' },
  complaintDecided: { code: 1224, message: '这件举报已处理完毕，请刷新后查看' },
  complaintNotTaken: { code: 1225, message: '请先受理这件举报，再作出处理' },
  /** Content: FieldError[], which name the words. */
  wordForbidden: { code: 1226, message: '含有不允许发布的词，请修改标出的项' },
  /** Content { name }: the operator who decided. */
  signDecided: { code: 1228, message: '这条线索已由另一位运营人员处理，请刷新后查看' },
  moderationWordUsed: { code: 1227, message: '词表中已有这个词' },
  /** Content: CategoryUsage. */
  categoryUsed: { code: 1240, message: '该分类正在使用，不能停用或删除，请先合并到其他分类' },
  categoryNameUsed: { code: 1241, message: '同级分类中已有这个名称' },
  categoryTooDeep: { code: 1242, message: '移动后层级过深，服务分类最多三级，商品分类最多四级' },
  categoryBelowItself: { code: 1243, message: '不能移动或合并到自己的下级分类' },
  attributeNameUsed: { code: 1244, message: '该分类已有这个名称的属性' },
  /** Content: { count }, listings with one of the removed options. */
  attributeOptionUsed: { code: 1245, message: '删去的选项仍有商品或服务在使用，请保留' },
  dictionaryTextUsed: { code: 1246, message: '已有这个值，请换一个名称' },
  /** Content: { count }. */
  dictionaryValueUsed: { code: 1247, message: '这个值正在使用，不能删除' },
  dictionaryValueFixed: { code: 1249, message: '这个标签正在使用，不能改名；请新增一个标签' },
  dictionaryGroupLast: { code: 1250, message: '每组至少保留一个标签，请先新增其他标签' },
  dictionaryFull: { code: 1248, message: '最多 200 个值，请先删除不用的' },
  /** An operator whose roles do not permit the call. */
  operatorForbidden: { code: 1200, message: '您的运营角色没有此项权限，请联系平台管理员' },
  /** An operator who views an account read-only made a call that writes, or that stays closed. */
  viewOnly: { code: viewOnlyCode, message: '您正在只读查看他人账号，不能进行此操作；如需操作请先退出查看' },
  ownCompany: { code: 1201, message: '事关您本人所在的企业，请由其他运营人员处理' },
  lastOperatorAdmin: { code: 1202, message: '平台须至少保留一位管理员' },
  ownOperatorRoles: { code: 1203, message: '不能变更自己的运营角色，请由另一位管理员处理' },
  keywordShort: { code: 1208, message: '请输入至少三个字，或完整的编号' },
  companySuspended: { code: 1204, message: '贵企业已被平台停用，恢复后才能发起新的交易；有异议请联系平台客服' },
  companyUncertified: { code: 1205, message: '该企业没有有效的认证，不能这样处理；需要时请停用其用户' },
  staffNotSuspendable: { code: 1206, message: '运营或客服账号不能停用，请先由管理员取消其运营身份' },
  viewUnavailable: { code: 1217, message: '运营与客服账号、已停用或已注销的账号，不能以其身份查看' },
  secondOperatorNeeded: { code: 1218, message: '您已提交此申请，需由另一位运营人员确认' },
  accountSuspended: { code: 1207, message: '该账号已被平台停用，请联系平台客服' },
  twoFactorNeeded: { code: 1090, message: '平台运营人员须先在“安全设置”开启两步验证' },
  twoFactorOn: { code: 1091, message: '两步验证已开启；更换手机时，请先关闭再重新开启' },
  twoFactorKept: { code: 1092, message: '平台运营人员不能关闭两步验证；更换验证器请联系系统管理员重置' },
  /** Content: ReauthenticationWays, the available methods. */
  reauthNeeded: { code: 1018, message: '为保护账户安全，请先确认是您本人' },
  /** Specification section 8: shown at the field, never as a toast. */
  mobileUsed: { code: 1015, message: '手机号码已被使用!' },
  loginNameUsed: { code: 1016, message: '登录名已被使用，请换一个' },
  emailUsed: { code: 1017, message: '该邮箱已被其他账号绑定' },
  stepNotAllowed: { code: 1020, message: '当前状态不能进行此操作，请刷新后查看' },
  deadlinePast: { code: 1021, message: '已过报价截止时间' },
  ownDemand: { code: 1022, message: '不能对本企业发布的需求报价' },
  offerExpired: { code: 1023, message: '该报价已过有效期，请与供应商确认后由其更新' },
  milestonesUneven: { code: 1024, message: '各付款节点比例之和须为 100%' },
  demandDecided: { code: 1025, message: '该需求已选定报价，不能再次选定' },
  offerSealed: { code: 1026, message: '该报价尚未开启，截止后才能查看与处理' },
  supplierNotCertified: { code: 1027, message: '该供应商的企业认证已失效，暂不能选定其报价，请联系供应商更新认证' },
  versionsFull: { code: 1031, message: '对这条需求提交的报价已达 50 版上限，请在问答或沟通中说明' },
  questionsFull: { code: 1028, message: '这份报价的问答已达上限，请在沟通中继续' },
  needsUsedUp: { code: 1029, message: '今天用该号码提交的留言已达上限，平台会尽快与您联系' },
  termsNotAccepted: { code: 1080, message: '请先阅读并接受保密条款，再查看保密资料' },
  annexStopped: { code: 1081, message: '需求方已停止贵企业查看保密资料' },
  annexOver: { code: 1082, message: '报价已截止或需求已结束，保密资料不再开放' },
  noReplies: { code: 1034, message: '这条消息不接受回复，如有疑问请联系平台客服' },
  stranger: { code: 1035, message: '只能给同事，或与您有交易、沟通过的企业与个人发送消息' },
  chatSelf: { code: 1030, message: '不能与自己发起沟通' },
  recallLate: { code: 1032, message: '发送超过 2 分钟的消息不能撤回' },
  caseTaken: { code: 1036, message: '这位访客正由另一位客服接待' },
  caseClosed: { code: 1037, message: '这次接待已经结束' },
  caseRated: { code: 1038, message: '您已评价过这次服务' },
  cannedFull: { code: 1039, message: '常用答复最多 200 条，请先删除不用的' },
  companyNameUsed: { code: 1040, message: '该企业已在平台，请向其管理员索取邀请后加入；被他人占用的，请提交认领' },
  creditCodeUsed: { code: 1041, message: '该统一社会信用代码已被其他企业使用；属于贵企业的，请提交认领' },
  nameCertified: { code: 1042, message: '认证通过后，企业名称只能随新的企业认证变更' },
  certificationWaiting: { code: 1043, message: '上一次提交正在审核，请等待结果' },
  claimUnneeded: { code: 1085, message: '该名称与信用代码没有被其他企业认证，请直接提交企业认证' },
  claimWaiting: { code: 1086, message: '您对该信用代码的认领正在核实，请等待结果' },
  tooManyClaims: { code: 1087, message: '待核实的认领最多 3 份，请等待结果或先撤回' },
  claimOutdated: { code: 1088, message: '名称或信用代码的持有企业已变化，请重新打开后核对' },
  claimantMoved: { code: 1089, message: '申请人已加入其他企业，不能通过，请写明原因后驳回' },
  inCompany: { code: 1044, message: '您的账号已属于一家企业，不能再加入另一家' },
  invitationGone: { code: 1045, message: '邀请不存在、已使用或已过期，请向邀请人索取新的邀请' },
  /** Limit across all companies, so it does not reveal which of them invited the number. */
  invitationsUsedUp: { code: 1096, message: '今天发给该手机号的邀请短信已达上限' },
  invitationOther: { code: 1046, message: '该邀请发给了另一个手机号' },
  shopExists: { code: 1047, message: '贵企业已经开通店铺' },
  shopNameUsed: { code: 1048, message: '该店铺名称已被使用，请换一个' },
  agreementNewer: { code: 1049, message: '入驻协议已更新，请阅读新版后再同意' },
  roleNameUsed: { code: 1050, message: '已有同名的角色' },
  roleBeyond: { code: 1051, message: '超出您自己的权限，不能授予或变更' },
  roleHeld: { code: 1052, message: '仍有账号持有该角色，请先改派' },
  lastAdministrator: { code: 1053, message: '企业须至少保留一位可管理账号与角色的管理员' },
  ownerKept: { code: 1054, message: '主账号不能由他人变更或删除' },
  tooManyPeople: { code: 1055, message: '子账号数量已达上限' },
  tooManyRoles: { code: 1056, message: '角色数量已达上限' },
  selfKept: { code: 1057, message: '不能停用、删除自己的账号，或在这里重设自己的密码' },
  tooManyListings: { code: 1058, message: '服务与商品的总数已达上限，请先删除不用的' },
  sheetBroken: { code: 1059, message: '无法读取这个表格，请使用下载的模板填写，并保存为 .xlsx 文件' },
  sheetTooLarge: { code: 1079, message: '表格过大，请删除多余的行和列，或拆分成几个文件后分次导入' },
  fileTooComplex: { code: 1075, message: '文件处理超时，可能损坏或内容异常，请重新保存或拆分后再试' },
  filesBusy: { code: 1076, message: '正在处理的文件较多，请稍后再试' },
  fileTypeRefused: { code: 1060, message: '不支持这种文件' },
  fileTooLarge: { code: 1061, message: '文件过大' },
  pictureTooSmall: { code: 1069, message: '图片过小，文字无法辨认，请上传宽与高均不小于 400 像素的照片或扫描件' },
  fileBroken: { code: 1062, message: '文件无法读取，可能已损坏' },
  filesFull: { code: 1063, message: '今天上传的文件已达上限，请明天再试' },
  notPicture: { code: 1064, message: '只能识别图片，请上传营业执照的照片或扫描件' },
  pictureTooNarrow: { code: 1094, message: '图片过于狭长，请裁剪或分成几张后再上传' },
  pictureTooLarge: { code: 1095, message: '图片尺寸过大，请缩小到 1,600 万像素以内再上传' },
  ocrBusy: { code: 1065, message: '识别的人较多，请稍后再试，或直接手工填写' },
  tooManyAddresses: { code: 1066, message: '地址最多 50 个，请先删除不用的' },
  tooManyPictures: { code: 1067, message: '店铺图片最多 20 张，请先删除不用的' },
  tooManyQualifications: { code: 1068, message: '资质证书最多 30 份，请先删除不用的' },
  tooManyFavourites: { code: 1073, message: '收藏或关注的数量已达上限，请先移除不需要的' },
  ownListing: { code: 1074, message: '这是贵企业自己的服务或商品，不能向自己咨询' },
  priceOpen: { code: 1100, message: '该服务或商品价格面议，请先询价' },
  specMissing: { code: 1101, message: '请选择规格' },
  stockShort: { code: 1102, message: '库存不足，请减少数量' },
  belowMinimum: { code: 1103, message: '低于起订量，请增加数量' },
  cartFull: { code: 1104, message: '购物车已满，请先结算或移除一些' },
  addressNeeded: { code: 1105, message: '请选择收货地址' },
  notSentThere: { code: 1106, message: '部分商品不配送到所选地址，请更换地址或移除这些商品' },
  invoiceMissing: { code: 1107, message: '请先填写完整的开票资料' },
  itemsInvalid: { code: 1108, message: '部分商品或服务已不能按原样下单，请返回购物车处理' },
  orderTooLarge: { code: 1109, message: '订单金额过大，请减少数量分次下单，或与供应商联系' },
  methodOff: { code: 1110, message: '本站未开通这种付款方式，请换一种' },
  severalPayees: { code: 1111, message: '银行转账须逐个订单付给各自的供应商' },
  payeeMissing: { code: 1112, message: '供应商尚未填写收款账户，请联系供应商' },
  paidAlready: { code: 1113, message: '款项已付清或正在核实，无需再次付款' },
  paymentOver: { code: 1114, message: '该付款单已过期或关闭，请重新发起付款' },
  gatewayAway: { code: 1115, message: '支付渠道暂时没有响应，请稍后再试' },
  refundTooMuch: { code: 1116, message: '退款金额超过已付金额' },
  invoiceTooMuch: { code: 1117, message: '开票金额超过可开金额' },
  reviewed: { code: 1118, message: '您已评价过该订单' },
  orderFilesFull: { code: 1120, message: '订单文件最多 50 份，请先移除不用的' },
  evidenceClosed: { code: 1121, message: '举证时间已过，不能再补充证据' },
  evidenceFull: { code: 1122, message: '每方最多补充 20 条证据' },
  disputeRuled: { code: 1123, message: '这起争议已由其他运营人员裁定或由双方了结，请刷新后查看' },
  nothingDelivered: { code: 1119, message: '请填写交付说明、上传交付文件或填写物流单号' },
  tooManyInvites: { code: 1083, message: '每条需求最多邀请 30 家供应商' },
  tooManySubscriptions: { code: 1084, message: '需求订阅最多 20 个，请先删除不用的' },
  tooManySavedSearches: { code: 1132, message: '保存的搜索最多 20 个，请先删除不用的' },
  shopBusy: { code: 1077, message: '有未完成的订单或等待答复的报价，处理完毕后才能关闭店铺' },
  shopClosed: { code: 1078, message: '该店铺已关闭，重新开通后才能上架' },
  visitBooked: { code: 1130, message: '您已预约当天到访该园区，无需重复提交' },
  visitsFull: { code: 1131, message: '待到访的预约最多 10 个，请先取消不去的' },
  classFull: { code: 1140, message: '预约名额已满，开课后仍可直接观看' },
  classBegan: { code: 1141, message: '课程已开始，不能再变更' },
  classNotOn: { code: 1142, message: '课程当前没有播放，请在直播或回放时观看' },
  questionsClosed: { code: 1143, message: '课程已结束，不再接受提问' },
  classQuestionsFull: { code: 1144, message: '您在这门课的提问已达 20 条上限' },
  tooManyClasses: { code: 1145, message: '待开课的课程最多 50 门' },
  seatsBelowBooked: { code: 1146, message: '名额不能少于已预约的人数' },
  entryUnfinished: { code: 1169, message: '草稿尚未填写完整，请先补全必填项再发布' },
  entryUsed: { code: 1170, message: '有解决方案在使用该应用，请先从方案中移除' },
  entryScheduled: { code: 1171, message: '该内容已设定时间发布或生效，请先取消定时再操作' },
  featureRefused: { code: 1147, message: '只能推荐已发布且未结束的项目路演' },
  drawNotOpen: { code: 1148, message: '本期抽奖尚未开始或已经结束' },
  drawUsedUp: { code: 1149, message: '您在本期的抽奖次数已用完' },
  scoreShort: { code: 1150, message: '积分不足，可通过观看课程获得积分' },
  drawNotEnded: { code: 1151, message: '本期结束后才公布全部结果' },
  awardLate: { code: 1164, message: '领取期限已过，奖品已收回' },
  drawNotForStaff: { code: 1153, message: '平台工作人员不参与抽奖' },
  classTimePast: { code: 1154, message: '修改后的开始时间已过，请驳回并由主讲方重新填写' },
  roundOverlaps: { code: 1152, message: '该时段已有另一期抽奖，请调整时间' },
  receiptDiffers: { code: 1180, message: '到账金额与应付金额不同，请核对差额后再次确认' },
  receiptSettled: { code: 1181, message: '到账确认已超过 24 小时，不能撤销，请在订单的退款中更正' },
  receiptUsed: { code: 1182, message: '这笔到账之后又有付款、退款或订单已结束，不能撤销，请在订单的退款中更正' },
  ssoOff: { code: 1070, message: '本站未开通统一身份登录' },
  ssoAway: { code: 1071, message: '统一身份登录暂时没有响应，请稍后再试或用其他方式登录' },
  ssoRefused: { code: 1072, message: '统一身份登录未完成，请重新登录' },
  declaredAlready: { code: 1160, message: '贵企业已申报该项目，请在我的申报中继续办理' },
  declarationClosed: { code: 1161, message: '该项目尚未开始申报，或已过申报截止时间' },
  joinsUsedUp: { code: 1162, message: '该手机号今天提交的入驻申请已达上限，请明天再来或联系平台客服' },
  ticketOff: { code: 1163, message: '本站未开通园区服务' },
} as const satisfies Record<string, { code: number; message: string }>

export type FailureName = keyof typeof failures

/** Failures that may be an attack: they are logged for the operators, with reason, account and address. */
export const securityFailures: ReadonlySet<FailureName> = new Set([
  ...(['forbidden', 'tooMany', 'sessionInvalid', 'wrongPassword', 'accountLocked', 'tooManyGuesses'] as const),
  ...(['captchaNeeded', 'captchaWrong', 'codeTooSoon', 'codesUsedUp', 'codeWrong', 'codeSpent'] as const),
  ...(['ticketSpent', 'ssoRefused', 'invitationOther', 'roleBeyond', 'annexStopped', 'operatorForbidden'] as const),
  ...(['fileTypeRefused', 'fileTooLarge', 'fileBroken', 'filesFull', 'tooLarge', 'tooDeep'] as const),
])

/** HTTP status that goes with an envelope code. */
export function httpStatus(code: number): number {
  if (isSessionOver(code)) return 401
  return code >= 1000 ? 422 : code
}

/** An invalid field of an input; `field` is its dotted path. */
export interface FieldError {
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

/** A temporary failure: `content.retryAfter` has the seconds, and the message says when to retry. */
export const failedFor = (failure: FailureName, seconds: number) =>
  new CallFailed(failure, { retryAfter: Math.max(1, Math.ceil(seconds)) })

/** `42 秒`, `5 分钟`, `2 小时`: how long until `retryAfter` is over, rounded up. */
export function formatWaitTime(seconds: number): string {
  if (seconds < 60) return `${seconds} 秒`
  return seconds < 3600 ? `${Math.ceil(seconds / 60)} 分钟` : `${Math.ceil(seconds / 3600)} 小时`
}

/** Input errors found after schema validation: named fields, code 400. */
export const fieldFailed = (...errors: FieldError[]) => new CallFailed('invalidInput', errors)

/** Words that users of such sites take for a mistake, and what to write instead. */
export const wrongWords: readonly { readonly wrong: RegExp; readonly right: string }[] = [
  { wrong: /登陆/, right: '登录' },
  { wrong: /帐号|帐户/, right: '账号、账户' },
  { wrong: /你(?!们)/, right: '您' },
  { wrong: /请稍候再试/, right: '请稍后再试' },
  { wrong: /！！|(?<!!)!!+(?=['"`<])/, right: 'one exclamation mark at most' },
]

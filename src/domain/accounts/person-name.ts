/** How a person is called in lists, logs and among colleagues: real name, else login name; empty where there is nobody. */
export const personName = ({
  realName,
  loginName,
}: {
  readonly realName: string | null
  readonly loginName: string | null
}): string => realName || loginName || ''

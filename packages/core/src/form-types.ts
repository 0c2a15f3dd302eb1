/** Whether a `Content-Type` is that of a multipart form. */
export const isMultipartForm = (contentType: string): boolean => /^\s*multipart\/form-data\b/i.test(contentType)

/** Whether a `Content-Type` is that of an urlencoded form. */
export const isUrlencodedForm = (contentType: string): boolean =>
  /^application\/x-www-form-urlencoded\b/i.test(contentType)

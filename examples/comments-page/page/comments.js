// The comments of a post, in a browser or anywhere with `fetch`. Nothing here is particular to one framework.

const FIELDS = 'id,parent,author_name,date,content,status'

/** Calls the interface at a URL for the comments of a post. */
export function createClient(api, post) {
  const comments = `${api}/cms/v2/comments`

  async function request(url, options) {
    const response = await fetch(url, options)
    const body = await response.json()
    if (!response.ok) throw new Error(body.message)
    return { body, pages: Number(response.headers.get('X-CMS-TotalPages') ?? 0) }
  }

  const read = query => request(`${comments}?${new URLSearchParams({ post, _fields: FIELDS, ...query })}`)

  /** The replies to some comments, the oldest first, and the replies to them. */
  async function repliesTo(parents) {
    if (parents.length === 0) return []
    const replies = []
    for (let page = 1, last = 1; page <= last; page++) {
      const { body, pages } = await read({ parent: parents.map(({ id }) => id), page, per_page: 100, order: 'asc' })
      replies.push(...body)
      last = pages
    }
    return [...replies, ...(await repliesTo(replies))]
  }

  return {
    readPost: async () => (await request(`${api}/cms/v2/posts/${post}?_fields=title,content`)).body,
    /** A page of comments, the newest first, then all replies to them, and whether there are older ones. */
    async list(page = 1) {
      const { body, pages } = await read({ parent: 0, page, per_page: 20 })
      return { comments: [...body, ...(await repliesTo(body))], hasMore: page < pages }
    },
    /** Sends a comment. Its status is `hold` if a moderator has to approve it. */
    async send(values) {
      const options = {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ ...values, post }),
      }
      return (await request(`${comments}?_fields=${FIELDS}`, options)).body
    },
  }
}

const escaped = text => text.replace(/[&<>"]/g, character => `&#${character.charCodeAt(0)};`)

/** The HTML of a comment. Its content is safe HTML, its author's name a text. */
export function commentHtml({ id, author_name: author, date, content, status }) {
  const isWaiting = status === 'hold'
  const day = new Date(date).toLocaleDateString()
  const head = `<strong>${escaped(author)}</strong>, <time datetime="${escaped(date)}">${day}</time>`
  if (isWaiting) return `<li class="waiting">${head} <em>waits for a moderator</em>${content.rendered}</li>`
  const label = `Reply to ${escaped(author)}`
  return `<li id="comment-${id}">${head}${content.rendered}<button type="button" aria-label="${label}">Reply</button></li>`
}

/** What to say after a comment was sent. */
export const thanks = ({ status }) =>
  status === 'approved' ? 'Thank you!' : 'Thank you! Your comment is shown when a moderator has approved it.'

/** Shows the comments of a section, and sends what its form has. */
export async function showComments(section) {
  const { api, post } = section.dataset
  const client = createClient(api, Number(post))
  const find = id => section.querySelector(`#${id}`)
  const [list, more, message, form] = ['list', 'more', 'message', 'form'].map(find)
  let page = 0
  let parent = 0

  /** Adds a comment to the list or to the replies of another one. */
  function place(comment, where) {
    const above = find(`comment-${comment.parent}`)
    if (above === null) list.insertAdjacentHTML(where, commentHtml(comment))
    else {
      if (above.lastElementChild.localName !== 'ol') above.append(document.createElement('ol'))
      above.lastElementChild.insertAdjacentHTML('beforeend', commentHtml(comment))
    }
  }

  async function showMore() {
    const { comments, hasMore } = await client.list(++page)
    for (const comment of comments) place(comment, 'beforeend')
    more.hidden = !hasMore
  }

  const report = error => {
    message.textContent = error.message
  }

  function replyTo(id, author = '') {
    parent = id
    find('reply').hidden = id === 0
    find('to').textContent = author
    form.elements.content.focus()
  }

  more.addEventListener('click', () => showMore().catch(report))
  find('cancel').addEventListener('click', () => replyTo(0))
  list.addEventListener('click', ({ target }) => {
    const comment = target.closest('button')?.closest('li')
    if (comment) replyTo(Number(comment.id.slice('comment-'.length)), comment.querySelector('strong').textContent)
  })
  form.addEventListener('submit', async event => {
    event.preventDefault()
    const button = form.querySelector('[type=submit]')
    button.disabled = true
    try {
      const comment = await client.send({ ...Object.fromEntries(new FormData(form)), parent })
      place(comment, 'afterbegin')
      message.textContent = thanks(comment)
      form.elements.content.value = ''
      replyTo(0)
    } catch (error) {
      report(error)
    } finally {
      button.disabled = false
    }
  })

  const { title, content } = await client.readPost()
  document.querySelector('#post').innerHTML = `<h1>${title.rendered}</h1>${content.rendered}`
  await showMore()
}

if (typeof document !== 'undefined') await showComments(document.querySelector('#comments'))

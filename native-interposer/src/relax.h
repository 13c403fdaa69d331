/* Calls on events and frees may be forbidden while some stream is captured: unless this thread says that it knows what it does.
 * Drivers that can't be told so are older than what forbids them. */
#ifndef ALIQUOT_RELAX_H
#define ALIQUOT_RELAX_H

#include "resolve.h"

/* Sets the mode, CU_STREAM_CAPTURE_MODE_RELAXED or what it was before; the mode that it was. */
static inline CUstreamCaptureMode relax(CUstreamCaptureMode mode)
{
    if (HAS_REAL(cuThreadExchangeStreamCaptureMode))
        REAL(cuThreadExchangeStreamCaptureMode)(&mode);
    return mode;
}

#endif

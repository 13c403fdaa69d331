package io.aliquot.rewrite;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.aliquot.model.Backend;
import io.aliquot.model.GpuRequest;
import io.aliquot.model.MemoryRequest;
import io.aliquot.model.Quantity;
import io.aliquot.model.Selector;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/** Writes one device request, in the form in which the API server stores it. */
final class RequestWriter {
    private final Backend backend;
    private final List<Selector> selectors;

    RequestWriter(Backend backend, List<Selector> selectors) {
        this.backend = backend;
        this.selectors = selectors;
    }

    /** A share, or all, of a card whatever its size. */
    ObjectNode exactly(String name, GpuRequest request) {
        return exactly(name, device -> complete(device, Optional.empty(), capacity(request, mib(request))));
    }

    /** A percentage, with one alternative for each size that a card may have. */
    ObjectNode percentage(String name, GpuRequest request, MemoryRequest.Percent percent, List<Long> sizesMib) {
        return anyOf(name, sizesMib, (size, device) -> {
            ObjectNode capacity = capacity(request, Optional.of(percent.on(size)));
            complete(device, Optional.of(size), capacity);
        });
    }

    /** A device that is not shared, of one of these sizes, the first that is free. */
    ObjectNode sized(String name, List<Long> sizesMib) {
        ObjectNode nothing = JsonNodeFactory.instance.objectNode();
        return anyOf(name, sizesMib, (size, device) -> complete(device, Optional.of(size), nothing));
    }

    private static ObjectNode anyOf(String name, List<Long> sizesMib, Alternative alternative) {
        if (sizesMib.size() == 1) {
            return exactly(name, device -> alternative.write(sizesMib.getFirst(), device));
        }
        ObjectNode request = JsonNodeFactory.instance.objectNode().put("name", name);
        ArrayNode alternatives = request.putArray("firstAvailable");
        for (long size : sizesMib) {
            alternative.write(size, alternatives.addObject().put("name", "mib-" + size));
        }
        return request;
    }

    private static ObjectNode exactly(String name, Consumer<ObjectNode> device) {
        ObjectNode request = JsonNodeFactory.instance.objectNode().put("name", name);
        device.accept(request.putObject("exactly"));
        return request;
    }

    private void complete(ObjectNode device, Optional<Long> sizeMib, ObjectNode capacity) {
        device.put("deviceClassName", backend.deviceClass());
        List<String> expressions = new ArrayList<>();
        selectors.forEach(selector -> expressions.add(Cel.of(selector, backend)));
        sizeMib.ifPresent(size -> expressions.add(Cel.memoryIs(size, backend)));
        if (!expressions.isEmpty()) {
            ArrayNode list = device.putArray("selectors");
            expressions.forEach(expression -> list.addObject().putObject("cel").put("expression", expression));
        }
        device.put("allocationMode", "ExactCount").put("count", 1);
        if (!capacity.isEmpty()) {
            device.putObject("capacity").set("requests", capacity);
        }
    }

    /** Cores are always written, for a driver's default may be all of them; memory is left out for a whole card. */
    private ObjectNode capacity(GpuRequest request, Optional<Long> mib) {
        ObjectNode capacity = JsonNodeFactory.instance.objectNode();
        backend.coresCapacity().ifPresent(name -> capacity.put(name, Quantity.canonicalCount(request.cores())));
        mib.ifPresent(size -> capacity.put(backend.memoryCapacity(), Quantity.canonicalMib(size)));
        if (request.exclusive()) {
            backend.sharesCapacity()
                    .ifPresent(name -> capacity.put(name, Quantity.canonicalCount(backend.allShares())));
        }
        return CanonicalJson.sorted(capacity);
    }

    private static Optional<Long> mib(GpuRequest request) {
        return request.memory() instanceof MemoryRequest.Mib(long mib) ? Optional.of(mib) : Optional.empty();
    }

    private interface Alternative {
        void write(long sizeMib, ObjectNode device);
    }
}
